import { DAY } from '#kernel/time.ts';
import type { DunningSettings } from '../dunning/schedule.ts';
import type { RunStep } from '../run/step.ts';
import { listSuspendedSince } from '../suspensions/operator-store.ts';
import type { TerminationService } from './service.ts';

/** Nothing is due while the seller keeps suspended services indefinitely. */
export function terminationSteps(
  terminations: TerminationService,
  settings: Pick<DunningSettings, 'terminateDays'>,
): RunStep[] {
  return [
    {
      name: 'terminations',
      *due(at, after, limit) {
        const { terminateDays } = settings;
        return terminateDays === 0 ? [] : yield* listSuspendedSince(at - terminateDays * DAY, after, limit);
      },
      perform: ({ accountId, id }, at) => terminations.terminate(accountId, id, at),
    },
  ];
}
