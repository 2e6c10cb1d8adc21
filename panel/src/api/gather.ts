/** A busy account changes all the time; a page that asked each time would use up what its person may ask. */
const APART_MS = 1_000;

/** Passes names on at once, and then at most once a second, each once. */
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
