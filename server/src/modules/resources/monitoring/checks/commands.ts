import type { Database } from '@hostler/database';
import { type Command, choice, command, flag, integer, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MACHINES } from '#kernel/staff-roles.ts';
import type { CheckOperatorService } from './operator-service.ts';
import { CHECK_STATUSES, CHECK_TYPES, DEFAULT_CERTIFICATE_DAYS, DEFAULT_INTERVAL } from './schemas.ts';

const COLUMNS = ['id', 'account_id', 'name', 'type', 'target', 'status', 'error'];

export function checkCommands({ db, checks }: { db: Database; checks: CheckOperatorService }): Command[] {
  return [
    command({
      name: 'monitoring check create',
      route: { roles: MACHINES },
      summary: 'Create an uptime check of a page or port.',
      options: {
        account: integer('Account id.'),
        type: choice(CHECK_TYPES, 'Check type: http for a page, tcp for a port.', { default: 'http' }),
        target: text('URL, or host and port.'),
        name: optional(text('Name of the check. Default: the host.')),
        interval_seconds: integer('Interval in seconds, 60 to 3600.', { default: DEFAULT_INTERVAL }),
        expect_status: optional(integer('Expected HTTP status. Default: 200 to 399.')),
        expect_text: optional(text('Text that the response must contain.')),
        follow_redirects: flag('Follow up to five redirects.'),
        redirect_to: optional(text('Expected redirect URL.')),
        certificate_days: integer('Warn if the certificate expires in fewer days. 0 disables the warning.', {
          default: DEFAULT_CERTIFICATE_DAYS,
        }),
      },
      columns: COLUMNS,
      run: ({ account, ...given }) => db.write(() => checks.create({ account_id: account, ...given })),
    }),
    listCommand({
      name: 'monitoring check list',
      route: { roles: EVERY_ROLE },
      summary: 'List uptime checks.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: COLUMNS,
      statuses: CHECK_STATUSES,
      searched: 'name, target',
      page: async ({ account, ...given }) => db.read(checks.list({ ...given, account_id: account })),
    }),
    command({
      name: 'monitoring check remove',
      route: { roles: MACHINES },
      summary: 'Remove an uptime check. Its alerts are resolved.',
      options: { id: integer('Check id.') },
      columns: COLUMNS,
      run: (given) => db.write(() => checks.remove(given)),
    }),
  ];
}
