import type { FailureKind } from '#kernel/failure-source.ts';
import { MACHINES, MONEY, type StaffRole } from '#kernel/staff-roles.ts';
import type { TodayKey, TodaySource } from '#kernel/today-source.ts';
import type { FailureOperatorService } from './operator-service.ts';

/** Names of the kinds for people. */
const KINDS: Readonly<Record<FailureKind, string>> = {
  billing: 'Billing',
  backup: 'Backups',
  action: 'Actions',
  mail: 'Mails',
  webhook: 'Webhooks',
};
/** Failures counted of each kind. */
const MOST_READ = 1_000;

/** Numbers of failed tasks, by the roles that may retry them. */
export function failuresToday({ list }: Pick<FailureOperatorService, 'list'>): TodaySource[] {
  const count = (
    key: TodayKey,
    roles: readonly StaffRole[],
    url: string,
    kinds: readonly FailureKind[],
  ): TodaySource => ({
    key,
    roles,
    url,
    tone: 'bad',
    *read() {
      const counts: [FailureKind, number][] = [];
      for (const kind of kinds) counts.push([kind, (yield* list({ kind, limit: MOST_READ })).length]);
      const found = counts.filter(([, length]) => length > 0);
      return {
        count: found.reduce((total, [, length]) => total + length, 0),
        capped: found.some(([, length]) => length === MOST_READ),
        ...(kinds.length > 1 && found.length > 0
          ? { detail: found.map(([kind, length]) => `${KINDS[kind]}: ${length}`).join(', ') }
          : {}),
      };
    },
  });
  const url = '/operator/operations';
  return [
    count('failed_billing', MONEY, `${url}?kind=billing`, ['billing']),
    count('failed_actions', MACHINES, `${url}/actions?status=failed`, ['action']),
    count('failed_tasks', MACHINES, url, ['backup', 'mail', 'webhook']),
  ];
}
