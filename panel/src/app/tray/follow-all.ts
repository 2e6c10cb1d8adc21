/** A browser has six connections to a server that speaks HTTP/1.1, and the pages want most of them. */
const AT_ONCE = 2;
/** The server answers as soon as the action has ended, or after so many seconds; sooner while others stand in line. */
const WAIT_SECONDS = 25;
const TURN_SECONDS = 3;
/** The server lets only so many wait: what it answers at once is not asked again at once. */
const LEAST_MS = 1_000;

interface Following<Item, End> {
  /** How it ended, or `undefined` while it has not. */
  readonly ask: (item: Item, seconds: number) => Promise<End | undefined>;
  readonly onEnd: (item: Item, end: End) => void;
  readonly signal: AbortSignal;
}

/** Waits for the ends of all of them, a few at a time and in turns, so that a long one keeps no other from being told. */
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
