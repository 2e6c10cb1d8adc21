/** Maximum concurrent requests: with HTTP/1.1 a browser has six connections and pages need most of them. */
const AT_ONCE = 2;
/** Long-poll time in seconds; shorter while other actions wait. */
const WAIT_SECONDS = 25;
const TURN_SECONDS = 3;
/** Minimum time between requests: the server responds immediately if too many requests wait. */
const LEAST_MS = 1_000;

interface Following<Item, End> {
  /** Returns the result, or `undefined` while the action is in progress. */
  readonly ask: (item: Item, seconds: number) => Promise<End | undefined>;
  readonly onEnd: (item: Item, end: End) => void;
  readonly signal: AbortSignal;
}

/** Waits for the results of all items, a few at a time and round-robin, so that a long action does not delay others. */
export function followAll<Item, End>(items: readonly Item[], { ask, onEnd, signal }: Following<Item, End>): void {
  const line = [...items];

  async function follow(): Promise<void> {
    for (let item = line.shift(); item !== undefined && !signal.aborted; item = line.shift()) {
      const askedAt = Date.now();
      const end = await ask(item, line.length > 0 ? TURN_SECONDS : WAIT_SECONDS);
      if (signal.aborted) return;
      if (end !== undefined) onEnd(item, end);
      else {
        line.push(item);
        const early = askedAt + LEAST_MS - Date.now();
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      }
    }
  }

  for (let count = 0; count < AT_ONCE; count += 1) void follow();
}
