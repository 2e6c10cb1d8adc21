import { AsyncLocalStorage } from 'node:async_hooks';
import { LeaseLost } from './queue.ts';

interface Hold {
  /** Returns whether the worker still holds the lease of the work. */
  isOurs(): boolean;
  /** Set when the work has ended. Promises the work left behind are no longer checked. */
  isOver: boolean;
}

const current = new AsyncLocalStorage<Hold>();

/** Runs leased work so that `checkHold` can find its lease from any depth. */
export async function runHeld<T>(isOurs: () => boolean, work: () => Promise<T>): Promise<T> {
  const hold: Hold = { isOurs, isOver: false };
  try {
    return await current.run(hold, work);
  } finally {
    hold.isOver = true;
  }
}

/**
 * Throws `LeaseLost` if the current worker may have lost the lease. Call it right before an effect outside the
 * database, where no transaction can refuse. A suspended process that resumes detects the loss here before any of its
 * timers fires. Does nothing outside leased work.
 */
export function checkHold(): void {
  const hold = current.getStore();
  if (hold && !hold.isOver && !hold.isOurs()) throw new LeaseLost('the work may be in other hands by now');
}
