import { type Command, command, integer, text } from '#kernel/command.ts';
import type { Database } from '#kernel/db/database.ts';
import type { FactorOperatorService } from './operator-service.ts';

export function liftCommands({ db, factors }: { db: Database; factors: FactorOperatorService }): Command[] {
  return [
    command({
      name: 'person lift-factor',
      summary: 'Remove the lost second factor of a person after 24 hours. Signing in with it cancels the removal.',
      options: {
        id: integer('Person id.'),
        reason: text('Reason and how you verified the identity. It is sent to the person.'),
        by: text('E-mail address of the staff member who decides. Requires the role owner.'),
      },
      run: (lift) => db.write(() => factors.lift(lift)),
    }),
  ];
}
