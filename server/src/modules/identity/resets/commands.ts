import { type Command, command, integer } from '#kernel/command.ts';
import type { Database } from '#kernel/db/database.ts';
import type { ResetOperatorService } from './operator-service.ts';

export function resetCommands({ db, resets }: { db: Database; resets: ResetOperatorService }): Command[] {
  return [
    command({
      name: 'person reset',
      summary: 'Create a password reset link for a person.',
      options: { id: integer('Person id.') },
      run: ({ id }) => db.write(() => resets.create({ person_id: id })),
    }),
  ];
}
