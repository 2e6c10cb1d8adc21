import type { Database } from '@hostler/database';
import { type Command, command, integer, optional, text, texts } from '#kernel/command.ts';
import { validationError } from '#kernel/errors.ts';
import { listCommand } from '#kernel/list-command.ts';
import { Nullable } from '#kernel/schema.ts';
import { EVERY_ROLE, MACHINES } from '#kernel/staff-roles.ts';
import { Type } from '#kernel/type.ts';
import { describeOwned } from '../owned.ts';
import { fieldErrors } from './errors.ts';
import type { ApplicationOperatorService } from './operator-service.ts';
import { APPLICATION_STATUSES, Application } from './schemas.ts';

interface Dependencies {
  db: Database;
  applications: ApplicationOperatorService;
}

const SERVER_NAME = {
  hostname: Nullable(Type.String({ description: 'Host name of the server; null if it is deleted.' })),
};

export function applicationCommands({ db, applications }: Dependencies): Command[] {
  return [
    command({
      name: 'application catalog',
      route: { roles: EVERY_ROLE, reads: true, list: true },
      summary: 'List the applications that can be installed.',
      options: {},
      run: async () => applications.listCatalog(),
    }),
    listCommand({
      name: 'application list',
      route: { roles: EVERY_ROLE, data: describeOwned('OwnedApplication', Application, SERVER_NAME) },
      summary: 'List installed applications.',
      options: { account: optional(integer('Filter by account id.')) },
      columns: [
        'id',
        'account_id',
        'account_name',
        'hosting_id',
        'hostname',
        'slug',
        'version',
        'status',
        'url',
        'error',
      ],
      statuses: APPLICATION_STATUSES,
      searched: 'application, URL',
      page: async ({ account, ...given }) => db.read(applications.list({ ...given, account_id: account })),
    }),
    command({
      name: 'application install',
      route: { roles: MACHINES },
      summary: 'Install an application on a VPS. Its secrets are shown once.',
      options: {
        hosting: integer('VPS id.'),
        slug: text('Application slug, as shown by `hostler application catalog`.'),
        parameter: texts('Application parameter as name=value.', { field: 'parameters' }),
      },
      run({ hosting, slug, parameter }) {
        const parameters = applications.readValues(slug, readPairs(parameter));
        return db.write(() => applications.install({ hosting_id: hosting, slug, parameters }));
      },
    }),
    command({
      name: 'application remove',
      route: { roles: MACHINES },
      summary: 'Remove an application and its data from a VPS.',
      options: { id: integer('Application id.') },
      run: ({ id }) => db.write(() => applications.remove({ id })),
    }),
  ];
}

function readPairs(pairs: readonly string[]): Record<string, string> {
  const entries = pairs.map((pair): [string, string] => {
    const end = pair.indexOf('=');
    if (end < 1) throw validationError([fieldErrors.parameter_malformed('parameters')]);
    return [pair.slice(0, end), pair.slice(end + 1)];
  });
  return Object.fromEntries(entries);
}
