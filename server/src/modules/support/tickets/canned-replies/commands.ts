import type { Database } from '@hostler/database';
import { type Command, command, integer, optional, prose, text } from '#kernel/command.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE } from '#kernel/staff-roles.ts';
import type { CannedReplyOperatorService } from './operator-service.ts';
import { CannedReply } from './schemas.ts';

const id = integer('Canned reply id.');

export function cannedReplyCommands({ db, replies }: { db: Database; replies: CannedReplyOperatorService }): Command[] {
  return [
    listCommand({
      name: 'canned-reply list',
      route: { roles: EVERY_ROLE, data: CannedReply },
      summary: 'List canned replies, the texts that staff insert into replies to tickets.',
      options: {},
      columns: ['id', 'title', 'updated_at'],
      searched: 'title, message',
      page: async (given) => db.read(replies.list(given)),
    }),
    command({
      name: 'canned-reply create',
      route: { roles: EVERY_ROLE, data: CannedReply },
      summary: 'Create a canned reply.',
      options: { title: text('Title by which staff find it.'), message: prose('Text to insert.') },
      run: (given) => db.write(() => replies.create(given)),
    }),
    command({
      name: 'canned-reply update',
      route: { roles: EVERY_ROLE, data: CannedReply },
      summary: 'Change a canned reply. Omitted options keep their values.',
      options: { id, title: optional(text('Title.')), message: optional(prose('Text.')) },
      run: (given) => db.write(() => replies.update(given)),
    }),
    command({
      name: 'canned-reply remove',
      route: { roles: EVERY_ROLE, data: CannedReply },
      summary: 'Remove a canned reply.',
      options: { id },
      run: (given) => db.write(() => replies.remove(given)),
    }),
  ];
}
