import { type Command, command, integer } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { ResetOperatorService } from './operator-service.ts';

export function resetCommands({ db, resets }: { db: Database; resets: ResetOperatorService }): Command[] {
  return [
    command({
      name: 'person reset',
      summary: 'Make a link with which somebody chooses a new password.',
      options: { id: integer('The person.') },
      run: ({ id }) => db.write(() => resets.create({ person_id: id })),
    }),
  ];
}
