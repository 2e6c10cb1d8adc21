import type { Database } from '@hostler/database';
import { type Command, command, integer, optional, text } from '#kernel/command.ts';
import { validationError } from '#kernel/errors.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MACHINES } from '#kernel/staff-roles.ts';
import { fieldErrors } from './errors.ts';
import { Retried, StaffAction } from './operator-schemas.ts';
import type { ActionOperatorService } from './operator-service.ts';
import { STAFF_STATUSES } from './schemas.ts';

export function actionCommands({ db, actions }: { db: Database; actions: ActionOperatorService }): Command[] {
  const id = integer('Action id.');
  return [
    listCommand({
      name: 'action list',
      route: { roles: EVERY_ROLE, data: StaffAction },
      summary: 'List actions of all accounts. The status open leaves out those that succeeded or were retried.',
      options: {
        account: optional(integer('Filter by account id.')),
        kind: optional(text('Filter by type, such as hosting.create.')),
        error: optional(text('Filter by the message or the code of the error.')),
        record: optional(text('Filter by record, such as "hosting 3".')),
      },
      columns: [
        'id',
        'account_id',
        'type',
        'status',
        'progress',
        'resource_type',
        'resource_id',
        'error_message',
        'created_at',
      ],
      statuses: STAFF_STATUSES,
      searched: 'type, error',
      page: async ({ account, kind, record, ...given }) =>
        db.read(actions.list({ ...given, account_id: account, type: kind, ...readRecord(record) })),
    }),
    command({
      name: 'action show',
      route: { roles: EVERY_ROLE, data: StaffAction },
      summary: 'Show an action with its input, engine calls and error.',
      options: { id },
      run: async (given) => db.read(actions.show(given)),
    }),
    command({
      name: 'action retry',
      route: { roles: MACHINES },
      summary: 'Retry a failed action.',
      options: { id },
      run: (given) => db.write(() => actions.retry(given)),
    }),
    command({
      name: 'action retry-all',
      route: { roles: MACHINES, data: Retried, severalTransactions: true },
      summary: 'Retry failed actions with the same error, at most 200. They share the queue of one account.',
      options: {
        error: text('Message or code of the error.'),
        limit: integer('Most actions to retry, at most 200.', { default: 200 }),
      },
      run: (given) => actions.retryAll(given),
    }),
    command({
      name: 'action cancel',
      route: { roles: MACHINES, data: StaffAction },
      summary: 'Cancel an action that no engine works on. It ends as failed.',
      options: { id },
      run: (given) => db.write(() => actions.cancel(given)),
    }),
  ];
}

function readRecord(record: string | undefined): { resource_type?: string; resource_id?: number } {
  if (record === undefined) return {};
  const [, resource_type, id] = /^([a-z_]+)[ :#]+(\d{1,15})$/.exec(record.trim()) ?? [];
  if (resource_type === undefined) {
    throw validationError([fieldErrors.record_malformed('record')]);
  }
  return { resource_type, resource_id: Number(id) };
}
