/** Refetch at most once a second: refetching on every hint of a busy account would exhaust the rate limit. */
const APART_MS = 1_000;

/** Forwards the first names immediately and later ones at most once a second, without duplicates. */
export function gather(tell: (names: readonly string[]) => void): (names: readonly string[]) => void {
  const waiting = new Set<string>();
  let toldAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;

  function flush(): void {
    isPlanned = false;
    toldAt = Date.now();
    const names = [...waiting];
    waiting.clear();
    tell(names);
  }

  return (names) => {
    for (const name of names) waiting.add(name);
    const wait = toldAt + APART_MS - Date.now();
    if (isPlanned) return;
    if (wait <= 0) return flush();
    isPlanned = true;
    setTimeout(flush, wait);
  };
}
