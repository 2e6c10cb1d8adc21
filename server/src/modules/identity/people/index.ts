import type { Database } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { passwordMetrics } from '#kernel/password.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import { peopleCommands } from './commands.ts';
import { invitationRetention } from './invitations/retention.ts';
import { migrations } from './migrations.ts';
import { notificationRoutes } from './notifications/panel-routes.ts';
import { createPeopleOperatorService, type PeopleOperatorService } from './operator-service.ts';
import { peopleRoutes } from './panel-routes.ts';
import { createPeopleService, type KeysOfPeople, type Presence } from './service.ts';
import { staffCommands } from './staff/commands.ts';
import { createStaffOperatorService, type StaffOperatorService } from './staff/operator-service.ts';
import { peopleLimit } from './store.ts';

export { type AccountBound, reduce, withholdFrom } from './bound.ts';
export { foldEmail, MAX_EMAIL, readEmail } from './email.ts';
export { type CustomerMail, createCustomerMail } from './notifications/customer-mail.ts';
export { checkPassword, hashNewPassword, MAX_PASSWORD } from './password-rules.ts';
export { permissionsOf, scopesOf } from './rights.ts';
export { Membership, Person } from './schemas.ts';
export { hasColleagues, hasOwner, isActiveOwner, keepAnOwner } from './staff/owners.ts';
export { createStaffMail } from './staff-mail.ts';
export {
  type AccountMembership,
  changeEmail,
  changeName,
  changePassword,
  findPerson,
  findPersonByEmail,
  insertMembership,
  insertPerson,
  listAccountsOf,
  listMembersToTell,
  type MemberToTell,
  type PersonRow,
} from './store.ts';
export {
  ACCOUNT_SUSPENSION_CAUSES,
  type AccountSuspension,
  type AccountSuspensionCause,
  readSuspension,
  suspendedError,
} from './suspension.ts';
export { viewAccountOf, viewPerson } from './view.ts';
export type { PeopleOperatorService, StaffOperatorService };

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  mailer: Mailer;
  presence: Presence;
  keys: KeysOfPeople;
}

interface PeopleModule extends Module {
  operator: { people: PeopleOperatorService; staff: StaffOperatorService };
}

export function peopleModule({ db, clock, links, mailer, presence, keys }: Dependencies): PeopleModule {
  const people = createPeopleOperatorService({ clock, links, mailer });
  const staff = createStaffOperatorService({ clock });
  return {
    name: 'people',
    migrations,
    limits: [peopleLimit],
    forgets: [invitationRetention],
    metrics: passwordMetrics,
    panelTags: {
      people: 'Members of an account and their permissions.',
      notifications: 'Mail settings of a person.',
    },
    panelRoutes: [
      ...peopleRoutes({ people: createPeopleService({ clock, links, mailer, presence, keys }) }),
      ...notificationRoutes(),
    ],
    commands: [...peopleCommands({ db, people }), ...staffCommands({ db, people, staff })],
    operator: { people, staff },
  };
}
