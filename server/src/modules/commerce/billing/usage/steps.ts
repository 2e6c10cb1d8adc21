import { DAY } from '#kernel/time.ts';
import type { RunStep } from '../run/step.ts';
import { findInstallation, listUnchecked, listUsageChecks } from './operator-store.ts';
import type { UsageCheckService } from './service.ts';

/** Servers that ran before the rule existed are suspended no earlier than this after its installation. */
const GRACE_MS = 14 * DAY;

export function usageSteps(usage: UsageCheckService): RunStep[] {
  return [
    {
      name: 'new hourly usage',
      due: (_at, after, limit) => listUnchecked(after, limit),
      *perform({ accountId }, at) {
        yield* usage.begin(accountId, { installedAt: yield* findInstallation(), graceMs: GRACE_MS }, at);
        return [];
      },
    },
    {
      name: 'hourly usage',
      due: listUsageChecks,
      perform: ({ accountId }, at) => usage.check(accountId, at),
    },
  ];
}
