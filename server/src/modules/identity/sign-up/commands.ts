import { type Command, command, integer } from '../../../kernel/command.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { SignUpOperatorService } from './operator-service.ts';

export function signUpCommands({ db, signUps }: { db: Database; signUps: SignUpOperatorService }): Command[] {
  return [
    command({
      name: 'account approve',
      summary: 'Let an account that has signed up, and waits for review, order and do everything.',
      options: { id: integer('The account.') },
      run: ({ id }) => db.write(() => signUps.approve({ account_id: id })),
    }),
  ];
}
