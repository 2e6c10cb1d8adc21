import type { Database } from '@hostler/database';
import { type Command, command, integer } from '#kernel/command.ts';
import { OWNERS } from '#kernel/staff-roles.ts';
import type { ResetOperatorService } from './operator-service.ts';

export function resetCommands({ db, resets }: { db: Database; resets: ResetOperatorService }): Command[] {
  return [
    command({
      name: 'person reset',
      route: { roles: OWNERS },
      summary: 'Create a password reset link for a person.',
      options: { id: integer('Person id.') },
      run: ({ id }, { byMail }) => db.write(() => resets.create({ person_id: id, by_mail: byMail })),
    }),
  ];
}
