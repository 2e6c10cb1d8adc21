import type { Database } from '@hostler/database';
import { type Command, choice, command, file, flag, integer, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { MONEY } from '#kernel/staff-roles.ts';
import type { ImportOperatorService } from './operator-service.ts';
import { IMPORT_KINDS, IMPORT_STATUSES, Import, ImportLine, ImportTemplate, LINE_STATES } from './schemas.ts';

/** A file of 24 MiB in base64. */
const MAX_BODY = 32 * 1024 * 1024;

export function importCommands({ db, imports }: { db: Database; imports: ImportOperatorService }): Command[] {
  const id = integer('Import id.');
  const kind = choice(IMPORT_KINDS, 'Content of the file.');
  return [
    command({
      name: 'import create',
      route: { roles: MONEY, severalTransactions: true, maxBodyBytes: MAX_BODY, data: Import },
      summary:
        'Check a CSV file from another system. The result of each line is recorded. Nothing changes before `import activate`.',
      options: {
        kind,
        file: file('CSV file. `import template` prints its columns.'),
        name: optional(text('Name of the file, for display.')),
      },
      isFailure: ({ wrong }: Import) => wrong > 0,
      run: (given, { staff }) => imports.create({ ...given, by: staff?.email }),
    }),
    listCommand({
      name: 'import list',
      route: { roles: MONEY, data: Import },
      summary: 'List imports of customers, subscriptions and balances.',
      options: { kind: optional(choice(IMPORT_KINDS, 'Filter by kind.')) },
      columns: [
        'id',
        'kind',
        'name',
        'status',
        'lines',
        'new',
        'unchanged',
        'wrong',
        'imported',
        'failed',
        'created_at',
      ],
      statuses: IMPORT_STATUSES,
      searched: 'name',
      page: async (given) => db.read(imports.list(given)),
    }),
    command({
      name: 'import show',
      route: { roles: MONEY, data: Import },
      summary: 'Show an import.',
      options: { id },
      run: async (given) => db.read(imports.show(given)),
    }),
    listCommand({
      name: 'import lines',
      route: { roles: MONEY, data: ImportLine },
      summary: 'List the report of an import.',
      order: 'In the order of the file.',
      options: { id },
      columns: ['line', 'reference', 'state', 'message', 'account_id', 'account_name', 'record_id'],
      statuses: LINE_STATES,
      searched: 'reference, message',
      page: async (given) => db.read(imports.lines(given)),
    }),
    command({
      name: 'import template',
      route: { roles: MONEY, reads: true, data: ImportTemplate },
      summary: 'Print the columns of a file, with one line as an example.',
      options: { kind },
      describe: ({ content }: ImportTemplate) => content.trimEnd(),
      run: async ({ kind }) => imports.template(kind),
    }),
    command({
      name: 'import activate',
      route: { roles: MONEY, status: 202, data: Import },
      summary: 'Switch an import on. Its records are created. Subscriptions then renew on the day they are paid until.',
      options: { id, invite: flag('Invite the customers by mail.') },
      run: ({ id, invite }, { staff }) => imports.activate({ id, invites: invite, by: staff?.email }),
    }),
    command({
      name: 'import invite',
      route: { roles: MONEY, status: 202, data: Import },
      summary: 'Invite the customers of an active import by mail.',
      options: { id },
      run: (given) => db.write(() => imports.invite(given)),
    }),
    command({
      name: 'import discard',
      route: { roles: MONEY, data: Import },
      summary: 'Discard an import that is not switched on. Its lines are deleted.',
      options: { id },
      run: (given) => db.write(() => imports.discard(given)),
    }),
  ];
}
