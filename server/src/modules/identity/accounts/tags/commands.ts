import type { Database } from '@hostler/database';
import { type Command, command, integer, list } from '#kernel/command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import type { TagOperatorService } from './operator-service.ts';

export function tagCommands({ db, tags }: { db: Database; tags: TagOperatorService }): Command[] {
  return [
    command({
      name: 'account tag',
      route: { roles: EVERY_ROLE, id: 'account' },
      summary: 'Add or remove tags of a customer. Only staff see them.',
      options: {
        account: integer('Account id.'),
        add: list('Tags to add.', { default: [] }),
        remove: list('Tags to remove.', { default: [] }),
      },
      run: ({ account: account_id, ...given }) => db.write(() => tags.change({ account_id, ...given })),
    }),
    command({
      name: 'account tags',
      route: { roles: EVERY_ROLE, reads: true, list: true },
      summary: 'List the tags in use with the number of their customers.',
      options: {},
      run: async () => db.read(tags.list()),
    }),
  ];
}
