import type { RunStep } from '../run/step.ts';
import { listSettled } from './operator-store.ts';
import type { SuspensionService } from './service.ts';

/** Payments lift by themselves; credit notes and what staff give up are found here. */
export function liftStep(suspensions: SuspensionService): RunStep {
  return {
    name: 'lifts',
    neverHeld: true,
    due: (_at, after, limit) => listSettled(after, limit),
    perform: ({ accountId, id }, at) => suspensions.release(accountId, id, at),
  };
}
