import { DAY } from '../../../../kernel/time.ts';
import type { RunStep } from '../run/step.ts';
import { listSuspendedSince } from '../suspensions/operator-store.ts';
import type { TerminationService } from './service.ts';

/** None where the seller did not ask for it. */
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
