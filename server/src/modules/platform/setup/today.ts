import { OWNERS } from '#kernel/staff-roles.ts';
import type { TodaySource } from '#kernel/today-source.ts';
import type { SetupOperatorService } from './operator-service.ts';

/** Steps of the first run that are neither done nor skipped. The demo has nothing to set up. */
export function setupToday({ setup, demo }: { setup: SetupOperatorService; demo: boolean }): TodaySource {
  return {
    key: 'setup_steps',
    roles: OWNERS,
    url: '/operator/setup',
    tone: 'wait',
    *read() {
      return { count: demo ? 0 : yield* setup.countMissing() };
    },
  };
}
