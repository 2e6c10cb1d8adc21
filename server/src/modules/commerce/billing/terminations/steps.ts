import { DAY } from '#kernel/time.ts';
import type { RunStep } from '../run/step.ts';
import { listSuspendedSince } from '../suspensions/operator-store.ts';
import type { TerminationService } from './service.ts';

/** Returns no steps if the seller keeps suspended services indefinitely. */
export function terminationSteps(terminations: TerminationService, terminateDays: number): RunStep[] {
  if (terminateDays === 0) return [];
  return [
    {
      name: 'terminations',
      due: (at, after, limit) => listSuspendedSince(at - terminateDays * DAY, after, limit),
      perform: ({ accountId, id }, at) => terminations.terminate(accountId, id, at),
    },
  ];
}
