import { type Command, choice, command, flag, integer, optional, text } from '../../../../kernel/command.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import { listCommand } from '../../../../kernel/list-command.ts';
import type { CheckOperatorService } from './operator-service.ts';
import { CHECK_STATUSES, CHECK_TYPES, DEFAULT_CERTIFICATE_DAYS, DEFAULT_INTERVAL } from './schemas.ts';

const COLUMNS = ['id', 'account_id', 'name', 'type', 'target', 'status', 'error'];

export function checkCommands({ db, checks }: { db: Database; checks: CheckOperatorService }): Command[] {
  return [
    command({
      name: 'monitoring check create',
      summary: 'Have a page or a port of a customer checked from outside.',
      options: {
        account: integer('The customer.'),
        type: choice(CHECK_TYPES, 'A page (http) or a port (tcp).', { default: 'http' }),
        target: text('A URL, or a host and a port.'),
        name: optional(text('What it is called; the host when absent.')),
        interval_seconds: integer('Seconds from one check to the next, 60 to 3600.', { default: DEFAULT_INTERVAL }),
        expect_status: optional(integer('The HTTP status that is right; any from 200 to 399 when absent.')),
        expect_text: optional(text('What must be in the answer.')),
        follow_redirects: flag('Follow up to five redirects.'),
        redirect_to: optional(text('Where it must redirect to.')),
        certificate_days: integer('Warn when its certificate has fewer days left; 0 for never.', {
          default: DEFAULT_CERTIFICATE_DAYS,
        }),
      },
      columns: COLUMNS,
      run: ({ account, ...given }) => db.write(() => checks.create({ account_id: account, ...given })),
    }),
    listCommand({
      name: 'monitoring check list',
      summary: 'List the checks of all customers, or of one.',
      options: { account: optional(integer('Only of this customer.')) },
      columns: COLUMNS,
      statuses: CHECK_STATUSES,
      searched: 'name, target',
      page: async ({ account, ...given }) => db.read(checks.list({ ...given, account_id: account })),
    }),
    command({
      name: 'monitoring check remove',
      summary: 'Remove a check; its alerts resolve.',
      options: { id: integer('The check.') },
      columns: COLUMNS,
      run: (given) => db.write(() => checks.remove(given)),
    }),
  ];
}
