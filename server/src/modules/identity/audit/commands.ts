import type { Database } from '@hostler/database';
import { ACTOR_KINDS } from '#kernel/audit/audit-context.ts';
import { type Command, choice, integer, optional, text, time } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import type { AuditOperatorService } from './operator-service.ts';
import { StaffAuditEntry } from './schemas.ts';

export function auditCommands({ db, audit }: { db: Database; audit: AuditOperatorService }): Command[] {
  return [
    listCommand({
      name: 'audit list',
      route: { roles: EVERY_ROLE, data: StaffAuditEntry },
      summary: 'List audit entries.',
      options: {
        account: optional(integer('Filter by account id.')),
        actor_kind: optional(choice(ACTOR_KINDS, 'Filter by type of actor.')),
        action: optional(text('Filter by action, such as "ticket reply".')),
        from: optional(time('Only entries from this time on (date-time or epoch seconds).')),
        until: optional(time('Only entries before this time (date-time or epoch seconds).')),
      },
      columns: ['id', 'at', 'account_id', 'actor_kind', 'actor_label', 'action', 'record_type', 'record_id', 'address'],
      searched: 'action, actor, record, address',
      page: async ({ account, actor_kind, action, from, until, ...given }) =>
        db.read(audit.list({ ...given, account_id: account }, { actor_kind, action, from, until })),
    }),
  ];
}
