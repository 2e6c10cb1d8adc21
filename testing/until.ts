/** Shorter than the time limit of a test, so that a failure shows the condition. Nothing that works takes this long. */
const PATIENCE_MS = 100_000;

/** Captured before any test, so that a fake clock does not stop the wait. */
const { setTimeout } = globalThis;
const now = performance.now.bind(performance);

interface Waiting {
  /** Poll interval; shorter for a brief state. */
  readonly everyMs?: number;
}

/** Polls until the result is truthy, and returns it. */
export async function until<T>(
  condition: () => T | Promise<T>,
  { everyMs = 20 }: Waiting = {},
): Promise<Exclude<T, false | undefined | null>> {
  const start = now();
  for (;;) {
    const found = await condition();
    if (found) return found as Exclude<T, false | undefined | null>;
    if (now() - start > PATIENCE_MS) throw new Error(`It never came to this: ${condition}`);
    await pause(everyMs);
  }
}

/** Retries until nothing is thrown, and returns the result. */
export async function eventually<T>(attempt: () => T | Promise<T>, { everyMs = 20 }: Waiting = {}): Promise<T> {
  const start = now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (now() - start > PATIENCE_MS) throw error;
    }
    await pause(everyMs);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
