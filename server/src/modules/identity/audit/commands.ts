import { type Command, command, integer, optional } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { type AuditOperatorService, ENTRIES_SHOWN } from './operator-service.ts';

export function auditCommands({ db, audit }: { db: Database; audit: AuditOperatorService }): Command[] {
  return [
    command({
      name: 'audit list',
      summary: 'List who did what, newest first: everything, or in one account.',
      options: {
        account: optional(integer('Only in this account.')),
        limit: integer('How many at most.', { default: ENTRIES_SHOWN }),
      },
      columns: ['id', 'at', 'account_id', 'actor_kind', 'actor_label', 'action', 'record_type', 'record_id', 'address'],
      run: async ({ account, limit }) => db.read(audit.list({ account_id: account, limit })),
    }),
  ];
}
