import { viewPage } from '@hostler/database';
import { command, list, type Route } from '#kernel/http/route.ts';
import {
  DATABASE_ORDERS,
  DATABASE_STATUSES,
  Database,
  DatabaseWithNewPassword,
  DatabaseWithPassword,
  NewDatabase,
} from './schemas.ts';
import type { DatabaseService } from './service.ts';
import type { DatabaseView } from './view.ts';

const id = { aliases: ['database_id'], description: 'Identifier of the database.' };

export function databaseRoutes(databases: DatabaseService, { view, viewWithPassword }: DatabaseView): Route[] {
  return [
    list({
      path: '/databases',
      access: 'databases.read',
      summary: 'List databases',
      description: 'Lists the databases of the account, newest first. `search` matches the name.',
      item: Database,
      statuses: DATABASE_STATUSES,
      orders: DATABASE_ORDERS,
      *handle({ caller }, page) {
        return viewPage(yield* databases.list(caller.account.id, page), view);
      },
    }),
    command({
      path: '/databases',
      access: 'databases.write',
      summary: 'Create a database',
      description:
        'Creates a database with its own user (action `database.create`). The password is returned once and cannot be read again. You can connect when the status is `active`.',
      status: 201,
      message: 'Database created. Keep the password: it is not shown again.',
      body: NewDatabase,
      data: DatabaseWithPassword,
      secret: true,
      errors: ['DATABASE_ALREADY_EXISTS', 'QUOTA_EXCEEDED'],
      *handle({ caller, body, now }) {
        const { database, password } = yield* databases.create(caller.account.id, body, now);
        return viewWithPassword(database, password);
      },
    }),
    command({
      path: '/databases/reset-password',
      access: 'databases.write',
      summary: 'Reset a database password',
      description:
        'Generates a new password for the user of an active database. The password is returned once and cannot be read again. It replaces the old one when the action `database.reset-password` ends; open connections stay open.',
      status: 202,
      message: 'New password queued. Keep it: it is not shown again.',
      id,
      data: DatabaseWithNewPassword,
      secret: true,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, now }) {
        const { database, password, actionId } = yield* databases.resetPassword(caller.account.id, id, now);
        return { ...viewWithPassword(database, password), action_id: actionId };
      },
    }),
    command({
      path: '/databases/remove',
      access: 'databases.write',
      summary: 'Remove a database',
      description:
        'Removes a database. The database disappears and its name is free immediately; its content and its user are deleted in the background (action `database.remove`). A database cannot be removed during a restore. Returns the removed database.',
      status: 200,
      message: 'Database removed.',
      id,
      data: Database,
      errors: ['CONFLICT'],
      *handle({ caller, id, now }) {
        return view(yield* databases.remove(caller.account.id, id, now));
      },
    }),
  ];
}
