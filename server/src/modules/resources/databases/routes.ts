import { viewPage } from '../../../kernel/db/page.ts';
import { command, list, type Route } from '../../../kernel/http/route.ts';
import { DATABASE_STATUSES, Database, DatabaseWithNewPassword, DatabaseWithPassword, NewDatabase } from './schemas.ts';
import type { DatabaseService } from './service.ts';
import type { DatabaseView } from './view.ts';

const id = { aliases: ['database_id'], description: 'The database.' };

export function databaseRoutes(databases: DatabaseService, { view, viewWithPassword }: DatabaseView): Route[] {
  return [
    list({
      path: '/databases',
      access: 'databases.read',
      summary: 'List databases',
      description: 'The search looks at the name.',
      item: Database,
      statuses: DATABASE_STATUSES,
      *handle({ caller }, page) {
        return viewPage(yield* databases.list(caller.account.id, page), view);
      },
    }),
    command({
      path: '/databases',
      access: 'databases.write',
      summary: 'Create a database',
      description:
        'With a user of its own, whose password is in this answer and nowhere else. It can be used once the database is `active` (action `database.create`).',
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
      summary: 'Give a database a new password',
      description:
        'For its user; it is in this answer and nowhere else, and works once the action `database.reset-password` has ended. The old one ends then; sessions that are open stay. Only for a database that is `active`.',
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
        'The database is gone and its name free at once; its content and its user are taken away behind it (action `database.remove`). Answers the database as it last was. One that is being restored cannot be removed.',
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
