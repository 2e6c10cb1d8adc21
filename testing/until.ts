/** Less than a test's own limit, so that a failure says what was waited for. Nothing takes so long that works. */
const PATIENCE_MS = 100_000;

/** Those of before any test: one that holds its own clock still waits all the same. */
const { setTimeout } = globalThis;
const now = performance.now.bind(performance);

interface Waiting {
  /** How often to look: more often where the moment is short. */
  readonly everyMs?: number;
}

/** Waits until it is so, and gives what was found. */
export async function until<T>(
  look: () => T | Promise<T>,
  { everyMs = 20 }: Waiting = {},
): Promise<Exclude<T, false | undefined | null>> {
  const start = now();
  for (;;) {
    const found = await look();
    if (found) return found as Exclude<T, false | undefined | null>;
    if (now() - start > PATIENCE_MS) throw new Error(`It never came to this: ${look}`);
    await pause(everyMs);
  }
}

/** Waits until nothing is thrown any more, and gives what was returned. */
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
