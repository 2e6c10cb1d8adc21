import { type Command, choice, command, integer, optional, time } from '../kernel/command.ts';
import type { Database } from '../kernel/db/database.ts';
import { FAILURE_KINDS } from '../kernel/failure-source.ts';
import { listCommand } from '../kernel/list-command.ts';
import type { FailureOperatorService } from './operator-service.ts';

export function failureCommands({ db, failures }: { db: Database; failures: FailureOperatorService }): Command[] {
  return [
    listCommand({
      name: 'failed list',
      summary: 'List what failed in the last 30 days and was not repeated since, with the command that retries it.',
      options: {
        kind: optional(choice(FAILURE_KINDS, 'Only of this kind.')),
        account: optional(integer('Only of this customer.')),
        since: optional(time('Only what failed at this time or later.')),
      },
      columns: ['kind', 'id', 'account_id', 'what', 'reason', 'failed_at', 'retry'],
      searched: 'what, reason, recipient, URL',
      page: async ({ account, ...given }) => db.read(failures.list({ ...given, account_id: account })),
      cursorOf: ({ position }) => position,
    }),
    command({
      name: 'retry',
      summary: 'Start something again that failed.',
      options: {
        kind: choice(FAILURE_KINDS, 'As failed list shows it.'),
        id: integer('As failed list shows it.'),
      },
      run: ({ kind, id }) => db.write(() => failures.retry({ kind, id })),
    }),
  ];
}
