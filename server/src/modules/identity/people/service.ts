import { lockName, type Query } from '@hostler/database';
import { notFound, validationError } from '#kernel/errors.ts';
import type { Member, Right } from '#kernel/http/caller.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer, NewMail } from '#kernel/mail/mailer.ts';
import type { Scope } from '#kernel/scopes.ts';
import type { Clock } from '#kernel/time.ts';
import { readEmail } from './email.ts';
import { errors, fieldErrors } from './errors.ts';
import { invite as makeInvitation } from './invitations/service.ts';
import { removeInvitation, removeInvitationsBy } from './invitations/store.ts';
import { writeInvitation, writeNewOwner, writeOwnershipOffer, writeRemoval } from './letters.ts';
import { findMember, listPeople, type PeopleRow } from './list-store.ts';
import { type Grant, readGrant } from './rights.ts';
import * as store from './store.ts';

/** Facts about people that other modules know. */
export interface Presence {
  lastSeen(personId: number): Query<number | null>;
  hasSecondFactor(personId: number): Query<boolean>;
}

/** API keys that a person created in an account. They end with the membership. */
export interface KeysOfPeople {
  list(accountId: number, personId: number): Query<{ id: number; name: string; environment: 'live' | 'test' }[]>;
  end(accountId: number, personId: number): Query<{ id: number; name: string }[]>;
}

type Wanted = Grant & { role: Member['role'] };

/** A row with the facts that other modules know. */
export type Entry = PeopleRow & { last_seen_at: number | null; second_factor: boolean };

interface Dependencies {
  clock: Clock;
  links: Links;
  mailer: Mailer;
  presence: Presence;
  keys: KeysOfPeople;
}

export type PeopleService = ReturnType<typeof createPeopleService>;

export function createPeopleService({ clock, links, mailer, presence, keys }: Dependencies) {
  function* complete(row: PeopleRow): Query<Entry> {
    const { person_id } = row;
    if (person_id === null) return { ...row, last_seen_at: null, second_factor: false };
    const last_seen_at = yield* presence.lastSeen(person_id);
    return { ...row, last_seen_at, second_factor: yield* presence.hasSecondFactor(person_id) };
  }

  function* list(accountId: number, limit: number, offset: number): Query<{ items: Entry[]; total: number }> {
    const { items, total } = yield* listPeople(accountId, clock.now(), limit, offset);
    const entries: Entry[] = [];
    for (const row of items) entries.push(yield* complete(row));
    return { items: entries, total };
  }

  function* show(accountId: number, personId: number): Query<Entry> {
    const row = yield* findMember(accountId, personId);
    if (!row) throw notFound('Person');
    return yield* complete(row);
  }

  /** Invites a person. The response does not reveal whether the address is known; only its owner gets the mail. */
  function* invite({ account, person }: Member, { email: given, ...grant }: Wanted & { email: string }): Query<Entry> {
    const email = readEmail(given);
    yield* lockPeople(account.id);
    const known = yield* store.findPersonByEmail(email);
    if (known && (yield* store.findMembership(account.id, known.id))) {
      throw errors.already_member({ email });
    }
    const { scopes, rights } = readGrant(grant);
    const wanted = {
      account_id: account.id,
      email,
      role: grant.role,
      scopes,
      rights,
      staff_role: null,
      invited_by: person.id,
    };
    const { invitation, token } = yield* makeInvitation(wanted, clock.now());
    yield* sendInvitation({
      cause: `invitation ${invitation.id}`,
      to: email,
      letter: writeInvitation(account.name, person.name, links.to('/invitation', token)),
      accountId: account.id,
      causedBy: `account ${account.id}`,
      expiresAt: invitation.expires_at,
    });
    return yield* complete({
      ...invitation,
      person_id: null,
      invitation_id: invitation.id,
      name: '',
      ownership_offered_at: null,
    });
  }

  function* sendInvitation(
    mail: Pick<NewMail, 'cause' | 'to' | 'letter' | 'accountId' | 'causedBy' | 'expiresAt'>,
  ): Query<void> {
    const queued = yield* mailer.queue({ ...mail, kind: 'invitation', nature: 'asked', now: clock.now() });
    if (queued === 'no_address') {
      throw validationError([fieldErrors.email_rejects_mail('email')]);
    }
    if (queued === 'queued') return;
    throw errors.too_many_invitations({
      headers: { 'retry-after': '3600' },
    });
  }

  /** Changes scopes and rights together. A new owner must accept first; a demotion takes effect immediately. */
  function* update({ account, person }: Member, personId: number, grant: Wanted): Query<Entry> {
    yield* lockPeople(account.id);
    const before = yield* findOrRefuse(account.id, personId);
    const demoted = before.role === 'owner' && grant.role === 'member';
    if (demoted) {
      yield* requireOtherOwner(account.id, personId);
      yield* removeInvitationsBy(account.id, personId);
    }
    const { scopes, rights } = readGrant({ ...splitGrant(before), ...grant });
    const offered = before.role === 'member' && grant.role === 'owner';
    yield* store.changeMembership({
      account_id: account.id,
      person_id: personId,
      role: offered ? 'member' : grant.role,
      scopes: scopes.join(' '),
      rights: rights.join(' '),
      ownership_offered_at: offered ? (before.ownership_offered_at ?? clock.now()) : null,
    });
    const entry = yield* show(account.id, personId);
    if (offered && before.ownership_offered_at === null) {
      const letter = writeOwnershipOffer(account.name, person.name, links.to('/account/people'));
      yield* tell(entry.email, 'ownership-offer', account.id, letter);
    }
    return entry;
  }

  function* acceptOwnership({ account, person }: Member): Query<Entry> {
    yield* lockPeople(account.id);
    const before = yield* findOrRefuse(account.id, person.id);
    if (before.ownership_offered_at === null) throw errors.no_offer_of_ownership();
    const changed = { role: 'owner', scopes: '', rights: '', ownership_offered_at: null } as const;
    yield* store.changeMembership({ account_id: account.id, person_id: person.id, ...changed });
    const letter = writeNewOwner(account.name, person.name, links.to('/account/people'));
    for (const { email } of yield* store.listOtherOwners(account.id, person.id)) {
      yield* tell(email, `new-owner ${person.id}`, account.id, letter);
    }
    return yield* show(account.id, person.id);
  }

  /** Removes a member. Their access and keys end within a second in every process. */
  function* remove({ account }: Member, personId: number): Query<{ keys_ended: { id: number; name: string }[] }> {
    yield* lockPeople(account.id);
    const { role } = yield* findOrRefuse(account.id, personId);
    if (role === 'owner') yield* requireOtherOwner(account.id, personId);
    const { email } = yield* show(account.id, personId);
    yield* store.removeMembership(account.id, personId);
    yield* removeInvitationsBy(account.id, personId);
    const ended = yield* keys.end(account.id, personId);
    yield* tell(email, 'removed', account.id, writeRemoval(account.name));
    return { keys_ended: ended.map(({ id, name }) => ({ id, name })) };
  }

  function* withdraw({ account }: Member, invitationId: number): Query<{ keys_ended: never[] }> {
    if (!(yield* removeInvitation(account.id, invitationId))) throw notFound('Invitation');
    return { keys_ended: [] };
  }

  function* tell(to: string, kind: string, accountId: number, letter: NewMail['letter']): Query<void> {
    const now = clock.now();
    const cause = `${kind} ${accountId} ${now}`;
    // Owners can cause any number of these mails. They must not use up the limit of security mails.
    const bounds = { nature: 'asked', accountId, causedBy: `account ${accountId}` } as const;
    yield* mailer.queue({ kind: 'people', cause, to, letter, ...bounds, now });
  }

  return { list, show, invite, update, acceptOwnership, remove, withdraw, listKeys: keys.list };
}

/** Serialises changes of an account's people: two owners must not demote each other concurrently. */
function lockPeople(accountId: number): Query<void> {
  return lockName(`people of account ${accountId}`);
}

function* findOrRefuse(accountId: number, personId: number): Query<store.MembershipRow> {
  const membership = yield* store.findMembership(accountId, personId);
  if (!membership) throw notFound('Person');
  return membership;
}

function* requireOtherOwner(accountId: number, personId: number): Query<void> {
  if ((yield* store.listOtherOwners(accountId, personId)).length > 0) return;
  throw errors.only_owner_of_account();
}

function splitGrant({ scopes, rights }: store.MembershipRow) {
  return { scopes: scopes.split(' ').filter(Boolean) as Scope[], rights: rights.split(' ').filter(Boolean) as Right[] };
}
