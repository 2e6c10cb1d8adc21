import type { Database } from '../../../kernel/db/database.ts';
import { passwordMetrics } from '../../../kernel/password.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import { peopleCommands } from './commands.ts';
import { invitationRetention } from './invitations/retention.ts';
import { createLinks } from './links.ts';
import { migrations } from './migrations.ts';
import { createPeopleOperatorService, type PeopleOperatorService } from './operator-service.ts';
import { peopleLimit } from './store.ts';

export { foldEmail, MAX_EMAIL, readEmail } from './email.ts';
export { MAX_PASSWORD } from './password-rules.ts';
export { rightsOf, scopesOf } from './rights.ts';
export { Membership, Person } from './schemas.ts';
export {
  type AccountMembership,
  findPerson,
  findPersonByEmail,
  listAccountsOf,
  type PersonRow,
} from './store.ts';
export { viewAccountOf, viewPerson } from './view.ts';
export type { PeopleOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  /** Where people open the panel, for links. */
  panelUrl: string;
}

interface PeopleModule extends Module {
  operator: { people: PeopleOperatorService };
}

export function peopleModule({ db, clock, panelUrl }: Dependencies): PeopleModule {
  const people = createPeopleOperatorService({ clock, links: createLinks(panelUrl) });
  return {
    name: 'people',
    migrations,
    limits: [peopleLimit],
    forgets: [invitationRetention],
    metrics: passwordMetrics,
    commands: peopleCommands({ db, people }),
    operator: { people },
  };
}
