import { AsyncLocalStorage } from 'node:async_hooks';
import { LeaseLost } from './queue.ts';

interface Hold {
  /** Whether the work that is done is still its worker's. */
  isOurs(): boolean;
  /** What the work left behind goes on without it. */
  isOver: boolean;
}

const current = new AsyncLocalStorage<Hold>();

/** Runs work that a worker holds, so that all it does can find out whether it still does. */
export async function runHeld<T>(isOurs: () => boolean, work: () => Promise<T>): Promise<T> {
  const hold: Hold = { isOurs, isOver: false };
  try {
    return await current.run(hold, work);
  } finally {
    hold.isOver = true;
  }
}

/**
 * For what is done outside the database, where no transaction refuses who lost the work: to be asked right before. A
 * process that was stopped and goes on finds it lost before any of its timers says so. Nothing where no worker's work is done.
 */
export function checkHold(): void {
  const hold = current.getStore();
  if (hold && !hold.isOver && !hold.isOurs()) throw new LeaseLost('the work may be in other hands by now');
}
