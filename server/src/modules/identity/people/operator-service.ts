import type { AccountListRequest, Query } from '@hostler/database';
import { notFound, validationError } from '#kernel/errors.ts';
import type { Member, Right } from '#kernel/http/caller.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { isScope, type Scope } from '#kernel/scopes.ts';
import { readStaffRoles } from '#kernel/staff-roles.ts';
import type { Clock } from '#kernel/time.ts';
import { nameFromEmail, readEmail } from './email.ts';
import { errors, fieldErrors } from './errors.ts';
import { type Invited, invite } from './invitations/service.ts';
import { writeInvitation } from './letters.ts';
import { disablePerson, listAccountsOf, listPersons, type PersonStatus, setStaffRole } from './operator-store.ts';
import { hashNewPassword } from './password-rules.ts';
import { readGrant } from './rights.ts';
import { readStaffName } from './staff/operator-service.ts';
import { keepAnOwner } from './staff/owners.ts';
import { findAccountName, findMembership, findPersonByEmail, insertMembership, insertPerson } from './store.ts';
import { viewInvitation, viewPersonForStaff } from './view.ts';

export { PERSON_STATUSES } from './operator-store.ts';

/** Links that give access are returned to the caller, or go by mail and are not returned. */
interface ByMail {
  by_mail?: boolean | undefined;
}

interface Dependencies {
  clock: Clock;
  links: Links;
  mailer: Mailer;
}

/** Accounts shown per person. */
const MOST_ACCOUNTS = 20;

interface Somebody extends ByMail {
  email: string;
  /** Name of a new person. Derived from the address if absent. */
  name?: string | undefined;
  /** A hash by `hashPassword`. Without one a new person gets an invitation. */
  password_hash?: string | undefined;
}

interface NewMember extends ByMail {
  account_id: number;
  email: string;
  role?: Member['role'] | undefined;
  /** Scopes of a member. */
  scopes?: readonly string[] | undefined;
  rights?: readonly Right[] | undefined;
}

export type PeopleOperatorService = ReturnType<typeof createPeopleOperatorService>;

export function createPeopleOperatorService({ clock, links, mailer }: Dependencies) {
  function* register({ email, name, password_hash = '' }: Somebody, staff_role: string | null) {
    const created_at = clock.now();
    const row = { email, name: name ?? nameFromEmail(email), staff_role, password_changed_at: created_at, created_at };
    const person = yield* insertPerson(row, { password_hash });
    if (!person) throw errors.person_added_concurrently({ email });
    return person;
  }

  /** Returns the link of an invitation. If it goes by mail, sends it and returns null. */
  function* handOver({ invitation, token }: Invited, by_mail = false): Query<string | null> {
    const url = links.to('/invitation', token);
    if (!by_mail) return url;
    const { id, account_id, email, expires_at } = invitation;
    const account = account_id === null ? undefined : yield* findAccountName(account_id);
    const queued = yield* mailer.queue({
      kind: 'invitation',
      cause: `invitation ${id}`,
      to: email,
      letter: writeInvitation(account ?? null, null, url),
      nature: 'asked',
      ...(account_id === null ? {} : { accountId: account_id }),
      now: clock.now(),
      expiresAt: expires_at,
    });
    if (queued === 'queued') return null;
    throw validationError([fieldErrors.email_rejects_mail('email')]);
  }

  /** Adds the first owner of a new account. A known person owns it immediately, a new one is invited. */
  function* addOwner({ account_id, ...given }: Somebody & { account_id: number }) {
    const { email, password_hash } = given;
    const known = yield* findPersonByEmail(email);
    if (!known && !password_hash) {
      const wanted = {
        account_id,
        email,
        role: 'owner',
        scopes: [],
        rights: [],
        staff_role: null,
        invited_by: null,
      } as const;
      return { invitation_url: yield* handOver(yield* invite(wanted, clock.now()), given.by_mail) };
    }
    const { id: person_id } = known ?? (yield* register(given, null));
    yield* insertMembership({ person_id, account_id, role: 'owner', scopes: '', rights: '', created_at: clock.now() });
    return { invitation_url: null };
  }

  /** Adds a member with a password and some scopes. */
  function* addMember({ account_id, scopes, ...given }: Somebody & { account_id: number; scopes: readonly Scope[] }) {
    const { id: person_id } = yield* register(given, null);
    const granted = { role: 'member', scopes: scopes.join(' '), rights: '' } as const;
    yield* insertMembership({ person_id, account_id, ...granted, created_at: clock.now() });
  }

  /** Adds a staff member. A known person keeps their password. */
  function* createStaff({ password_hash, by_mail, ...given }: Somebody & { role: readonly string[] | string }) {
    const email = readEmail(given.email);
    const name = readStaffName(given.name);
    const staff_role = readStaffRoles(given.role);
    const known = yield* findPersonByEmail(email);
    if (known) {
      if (!staff_role.startsWith('owner')) yield* keepAnOwner(known.id);
      const person = yield* setStaffRole({ id: known.id, staff_role });
      return { ...viewPersonForStaff(person ?? known), invitation_url: null };
    }
    if (password_hash) {
      const person = yield* register({ name, email, password_hash }, staff_role);
      return { ...viewPersonForStaff(person), invitation_url: null };
    }
    const wanted = {
      account_id: null,
      email,
      role: 'member',
      scopes: [],
      rights: [],
      staff_role,
      invited_by: null,
      name,
    } as const;
    const invitation_url = yield* handOver(yield* invite(wanted, clock.now()), by_mail);
    return { id: null, email, name: name ?? nameFromEmail(email), staff_role, invitation_url };
  }

  /** Lists the people of all accounts or of one, each with at most 20 accounts. */
  function* list(request: AccountListRequest<PersonStatus> = {}) {
    const persons = yield* listPersons(request);
    const found = yield* listAccountsOf(
      persons.map(({ id }) => id),
      MOST_ACCOUNTS,
    );
    const accounts = Map.groupBy(found, ({ person_id }) => person_id);
    return persons.map((person) => ({
      ...viewPersonForStaff(person),
      accounts: (accounts.get(person.id) ?? []).map(({ id, name, role }) => ({ id, name, role })),
    }));
  }

  /** Returns a link for staff to hand over, unless it goes by mail. A known person joins by signing in and accepting. */
  function* inviteSomebody({ account_id, role = 'member', scopes = [], rights = [], by_mail, ...given }: NewMember) {
    const email = readEmail(given.email);
    if ((yield* findAccountName(account_id)) === undefined) throw notFound('Account');
    const known = yield* findPersonByEmail(email);
    if (known && (yield* findMembership(account_id, known.id))) throw errors.already_member({ email });
    const grant = readGrant({ scopes: scopes.map(readScope), rights });
    const wanted = { account_id, email, role, ...grant, staff_role: null, invited_by: null };
    const invited = yield* invite(wanted, clock.now());
    return { ...viewInvitation(invited.invitation), invitation_url: yield* handOver(invited, by_mail) };
  }

  /** Disables the person and ends their sessions. */
  function* disable({ id }: { id: number }) {
    yield* keepAnOwner(id);
    const person = yield* disablePerson({ id, now: clock.now() });
    if (!person) throw notFound('Person');
    return viewPersonForStaff(person);
  }

  return { hashPassword: hashNewPassword, addOwner, addMember, createStaff, invite: inviteSomebody, list, disable };
}

function readScope(scope: string): Scope {
  if (isScope(scope)) return scope;
  throw errors.scope_unknown(
    { scope },
    {
      details: [fieldErrors.scopes_not_of_keys('scopes')],
    },
  );
}
