import type { RunStep } from '../run/step.ts';
import { listSettled } from './operator-store.ts';
import type { SuspensionService } from './service.ts';

/** Lifts suspensions after credit notes and write-offs. Payments lift suspensions themselves. */
export function liftStep(suspensions: SuspensionService): RunStep {
  return {
    name: 'lifts',
    neverHeld: true,
    due: (_at, after, limit) => listSettled(after, limit),
    perform: ({ accountId, id }, at) => suspensions.release(accountId, id, at),
  };
}
