import type { Database as Connection } from '@hostler/database';
import { sqlEngines } from '#engines/sql/driver.ts';
import { type Command, choice, integer, optional } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import { describeOwned } from '../owned.ts';
import type { DatabaseOperatorService } from './operator-service.ts';
import { DATABASE_STATUSES, Database } from './schemas.ts';

interface Dependencies {
  db: Connection;
  databases: DatabaseOperatorService;
}

export function databaseCommands({ db, databases }: Dependencies): Command[] {
  return [
    listCommand({
      name: 'database list',
      route: { roles: EVERY_ROLE, data: describeOwned('OwnedDatabase', Database) },
      summary: 'List databases.',
      options: {
        account: optional(integer('Filter by account id.')),
        engine: optional(choice(sqlEngines, 'Filter by database engine.')),
      },
      columns: [
        'id',
        'account_id',
        'account_name',
        'name',
        'username',
        'engine',
        'status',
        'access',
        'size_bytes',
        'created_at',
      ],
      statuses: DATABASE_STATUSES,
      searched: 'name, user name',
      page: async ({ account, ...given }) => db.read(databases.list({ ...given, account_id: account })),
    }),
  ];
}
