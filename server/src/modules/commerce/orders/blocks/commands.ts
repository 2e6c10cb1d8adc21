import type { Database } from '@hostler/database';
import { type Command, choice, command, integer, optional, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { MONEY } from '#kernel/staff-roles.ts';
import { BLOCK_KINDS, Block } from '../schemas.ts';
import type { BlockOperatorService } from './operator-service.ts';

export function blockCommands({ db, blocks }: { db: Database; blocks: BlockOperatorService }): Command[] {
  return [
    listCommand({
      name: 'block list',
      route: { roles: MONEY, data: Block },
      summary: 'List e-mail addresses, cards and IP addresses that cannot sign up or order.',
      options: { kind: optional(choice(BLOCK_KINDS, 'Filter by kind.')) },
      searched: 'value, reason',
      page: async ({ kind, ...given }) => db.read(blocks.list({ ...given, status: kind })),
    }),
    command({
      name: 'block add',
      route: { roles: MONEY, data: Block },
      summary: 'Block an e-mail address, a card or an IP address. It can no longer sign up or order.',
      options: {
        kind: choice(BLOCK_KINDS, 'Kind of the value.'),
        value: text('E-mail address, IP address, or hash of a card fingerprint.'),
        reason: optional(text('Reason, for staff.')),
      },
      run: (given) => db.write(() => blocks.add(given)),
    }),
    command({
      name: 'block remove',
      route: { roles: MONEY, data: Block },
      summary: 'Remove an entry from the block list.',
      options: { id: integer('Id of the entry.') },
      run: ({ id }) => db.write(() => blocks.remove({ id })),
    }),
  ];
}
