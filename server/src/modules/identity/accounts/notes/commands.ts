import type { Database } from '@hostler/database';
import { type Command, command, integer, prose } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import type { NoteOperatorService } from './operator-service.ts';
import { AccountNote } from './schemas.ts';

export function noteCommands({ db, notes }: { db: Database; notes: NoteOperatorService }): Command[] {
  const account = integer('Account id.');
  return [
    listCommand({
      name: 'account notes',
      route: { roles: EVERY_ROLE, id: 'account', data: AccountNote },
      summary: 'List the staff notes about a customer. Customers never see them.',
      options: { account },
      columns: ['id', 'created_at', 'author_name', 'text'],
      searched: 'text, author',
      page: async ({ account: account_id, ...given }) => db.read(notes.list({ ...given, account_id })),
    }),
    command({
      name: 'account note',
      route: { roles: EVERY_ROLE, path: '/accounts/notes', id: 'account', status: 201, data: AccountNote },
      summary: 'Add a staff note about a customer. Customers never see it.',
      options: { account, text: prose('Text of the note.') },
      run: ({ account: account_id, text }) => db.write(() => notes.add({ account_id, text })),
    }),
    command({
      name: 'account remove-note',
      route: { roles: EVERY_ROLE, path: '/accounts/notes/remove', data: AccountNote },
      summary: 'Remove a note about a customer. Staff remove their own notes, owners every note.',
      options: { id: integer('Note id, as shown by `hostler account notes`.') },
      run: ({ id }, { staff }) => db.write(() => notes.remove({ id, staff })),
    }),
  ];
}
