/** Waits this long for further ids: all cells of a page are rendered at once. */
const GATHER_MS = 10;

interface Waiting<T> {
  readonly resolve: (found: T | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns a function that reads one record. Calls in quick succession share a request of up to `atMost` ids. */
export function collect<T>(
  atMost: number,
  readMany: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>,
): (id: number) => Promise<T | null> {
  let waiting = new Map<number, Waiting<T>[]>();

  async function flush(): Promise<void> {
    const asked = waiting;
    waiting = new Map();
    try {
      const found = await readMany([...asked.keys()]);
      for (const [id, all] of asked) for (const { resolve } of all) resolve(found.get(id) ?? null);
    } catch (error) {
      for (const all of asked.values()) for (const { reject } of all) reject(error);
    }
  }

  return (id) =>
    new Promise((resolve, reject) => {
      if (!waiting.has(id) && waiting.size === atMost) void flush();
      if (waiting.size === 0) {
        const mine = waiting;
        setTimeout(() => {
          // A full group has already been sent.
          if (waiting === mine) void flush();
        }, GATHER_MS);
      }
      waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }]);
    });
}
