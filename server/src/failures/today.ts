import type { FailureKind } from '#kernel/failure-source.ts';
import { MACHINES, MONEY, type StaffRole } from '#kernel/staff-roles.ts';
import type { TodayKey, TodaySource } from '#kernel/today-source.ts';
import type { FailureOperatorService } from './operator-service.ts';

/** Failures counted of each kind. */
const MOST_READ = 1_000;

/** Numbers of failures by kind, for the roles that may retry them. Each has the address of the list that it counts. */
export function failuresToday({ list }: Pick<FailureOperatorService, 'list'>): TodaySource[] {
  const count = (key: TodayKey, roles: readonly StaffRole[], kind: FailureKind): TodaySource => ({
    key,
    roles,
    url: `/operator/operations/failures?kind=${kind}`,
    tone: 'bad',
    *read() {
      const { length } = yield* list({ kind, limit: MOST_READ });
      return { count: length, capped: length === MOST_READ };
    },
  });
  return [
    count('failed_billing', MONEY, 'billing'),
    count('failed_backups', MACHINES, 'backup'),
    count('failed_actions', MACHINES, 'action'),
    count('failed_mails', MACHINES, 'mail'),
    count('failed_deliveries', MACHINES, 'webhook'),
  ];
}
