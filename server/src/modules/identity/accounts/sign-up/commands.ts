import type { Database } from '@hostler/database';
import { type Command, command, integer } from '#kernel/command.ts';
import { MONEY } from '#kernel/staff-roles.ts';
import type { SignUpOperatorService } from './operator-service.ts';

export function signUpCommands({ db, signUps }: { db: Database; signUps: SignUpOperatorService }): Command[] {
  return [
    command({
      name: 'account approve',
      route: { roles: MONEY },
      summary: 'Approve an account that signed up and is waiting for review.',
      options: { id: integer('Account id.') },
      run: ({ id }) => db.write(() => signUps.approve({ account_id: id })),
    }),
  ];
}
