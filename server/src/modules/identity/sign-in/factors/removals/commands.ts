import type { Database } from '@hostler/database';
import { type Command, command, integer, text } from '#kernel/command.ts';
import { OWNERS } from '#kernel/staff-roles.ts';
import { errors } from '../errors.ts';
import type { FactorOperatorService } from './operator-service.ts';

export function removalCommands({ db, factors }: { db: Database; factors: FactorOperatorService }): Command[] {
  return [
    command({
      name: 'person lift-factor',
      route: { roles: OWNERS, fixed: { by: '' } },
      summary: 'Remove the lost second factor of a person after 24 hours. Signing in with it cancels the removal.',
      options: {
        id: integer('Person id.'),
        reason: text('Reason and how you verified the identity. It is sent to the person.'),
        by: text('E-mail address of the staff member who decides. Requires the role owner.'),
      },
      async run(removal, { staff }) {
        if (staff?.email === null) throw errors.operator_key_cannot_decide();
        return db.write(() => factors.requestRemoval({ ...removal, by: staff?.email ?? removal.by }));
      },
    }),
  ];
}
