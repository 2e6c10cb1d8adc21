import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition. A condition that throws is tried again. */
export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  { withinMs = 60_000, everyMs = 50 } = {},
): Promise<void> {
  const start = performance.now();
  let last: unknown;
  for (;;) {
    try {
      if (await condition()) return;
    } catch (error) {
      last = error;
    }
    if (performance.now() - start > withinMs) {
      throw new Error(`Not within ${withinMs / 1_000} s: ${what}.`, { cause: last });
    }
    await sleep(everyMs);
  }
}
