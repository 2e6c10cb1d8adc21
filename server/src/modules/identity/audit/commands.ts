import type { Database } from '@hostler/database';
import { type Command, integer, optional } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import type { AuditOperatorService } from './operator-service.ts';

export function auditCommands({ db, audit }: { db: Database; audit: AuditOperatorService }): Command[] {
  return [
    listCommand({
      name: 'audit list',
      route: { roles: EVERY_ROLE },
      summary: 'List audit entries.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: ['id', 'at', 'account_id', 'actor_kind', 'actor_label', 'action', 'record_type', 'record_id', 'address'],
      searched: 'action, actor, record, address',
      page: async ({ account, ...given }) => db.read(audit.list({ ...given, account_id: account })),
    }),
  ];
}
