import { type Command, command, integer, text } from '../../../../kernel/command.ts';
import type { Database } from '../../../../kernel/db/database.ts';
import type { FactorOperatorService } from './operator-service.ts';

export function liftCommands({ db, factors }: { db: Database; factors: FactorOperatorService }): Command[] {
  return [
    command({
      name: 'person lift-factor',
      summary: 'Remove the lost second factor of a person in 24 hours, unless they sign in with it before.',
      options: {
        id: integer('The person.'),
        reason: text('Why, and how you know that it is them; all their addresses are told.'),
        by: text('E-mail address of who decides it: staff with the role owner.'),
      },
      run: (lift) => db.write(() => factors.lift(lift)),
    }),
  ];
}
