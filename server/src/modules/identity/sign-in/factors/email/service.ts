import { attempt, type Database, type InTurn, type Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { randomBase62, sha256 } from '#kernel/crypto.ts';
import { type AppError, notFound, validationError } from '#kernel/errors.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer, NewMail } from '#kernel/mail/mailer.ts';
import type { Clock } from '#kernel/time.ts';
import {
  changeEmail,
  findPerson,
  findPersonByEmail,
  listAccountsOf,
  type PersonRow,
  readEmail,
} from '../../../people/index.ts';
import { voidResets } from '../../resets/index.ts';
import { removeSessionsOf } from '../../sessions/index.ts';
import { errors, fieldErrors } from '../errors.ts';
import type { SecurityMails, Whereabouts } from '../mails.ts';
import * as letters from './letters.ts';
import { CONFIRM_MS, UNDO_MS } from './lifetimes.ts';
import * as store from './store.ts';

const TOKEN_LENGTH = 32;

interface Dependencies {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  links: Links;
  securityMails: SecurityMails;
}

export type EmailService = ReturnType<typeof createEmailService>;

export function createEmailService({ db, clock, mailer, links, securityMails }: Dependencies) {
  /** Requests a change. The response does not reveal whether the new address is in use. */
  function* request(person: PersonRow, given: string, where: Whereabouts): Query<{ pending_email: string }> {
    const new_email = readEmail(given);
    if (new_email === person.email) throw validationError([fieldErrors.email_is_current('email')]);
    const now = clock.now();
    const token = randomBase62(TOKEN_LENGTH);
    yield* store.dropPendingChanges(person.id);
    const row = {
      person_id: person.id,
      old_email: person.email,
      new_email,
      created_at: now,
      ends_at: now + CONFIRM_MS,
    };
    const { id } = yield* store.insertChange(row, { confirm_hash: sha256(token) });
    const holder = yield* findPersonByEmail(new_email);
    yield* ask({
      kind: 'email-confirm',
      cause: `email change ${id}`,
      to: new_email,
      nature: 'asked',
      causedBy: `person ${person.id}`,
      now,
      expiresAt: row.ends_at,
      personId: holder?.id ?? person.id,
      letter: holder ? letters.tellTaken() : letters.askToConfirm(person.name, links.to('/confirm-email', token)),
    });
    yield* securityMails.tell(person, 'email-asked', letters.describeRequest(new_email), where);
    return { pending_email: new_email };
  }

  function* ask(mail: NewMail): Query<void> {
    if ((yield* mailer.queue(mail)) !== 'too_many') return;
    throw errors.too_many_mails_requested({
      headers: { 'retry-after': '3600' },
    });
  }

  function* confirm(token: string): Query<void> {
    const now = clock.now();
    const undoToken = randomBase62(TOKEN_LENGTH);
    const undo_hash = sha256(undoToken);
    const change = yield* store.confirmChange({ hash: sha256(token), undo_hash, now, ends_at: now + UNDO_MS });
    const person = change && (yield* findPerson(change.person_id));
    if (!change || !person || person.disabled_at !== null) throw noLink();
    const { old_email, new_email } = change;
    // The address was changed since the request, so the link is void.
    if (person.email !== old_email) throw noLink();
    yield* move(person.id, new_email);
    const undo = letters.describeChange(new_email, links.to('/undo-email', undoToken));
    yield* securityMails.tell(person, 'email-changed', undo);
    yield* securityMails.tell({ ...person, email: new_email }, 'email-confirmed', letters.describeArrival());
    yield* auditAs(person, now);
  }

  /** Restores the former address, whatever changed since, and ends all sessions. */
  function* undo(token: string): Query<void> {
    const change = yield* store.findUndoableChange({ hash: sha256(token), now: clock.now() });
    const person = change && (yield* findPerson(change.person_id));
    if (!change || !person) throw noLink();
    const { id, person_id, old_email } = change;
    yield* store.dropChangesFrom({ person_id, id });
    yield* move(person_id, old_email);
    yield* removeSessionsOf(person_id);
    const undone = letters.describeUndone(old_email, links.to('/reset'));
    yield* securityMails.tell({ ...person, email: old_email }, 'email-undone', undone);
    yield* auditAs(person, clock.now());
  }

  /** A stranger may try any number of links: an invalid one costs one read and gets 404. */
  async function open(token: string, follow: (token: string) => Query<void>, inTurn: InTurn): Promise<void> {
    if (!(await inTurn(() => db.read(store.findOpenLink({ hash: sha256(token), now: clock.now() }))))) throw noLink();
    await inTurn(() => db.write(() => follow(token)));
  }

  function* findPending(personId: number): Query<string | null> {
    return (yield* store.findPendingChange(personId, clock.now()))?.new_email ?? null;
  }

  return {
    request,
    confirm: (token: string, inTurn: InTurn) => open(token, confirm, inTurn),
    undo: (token: string, inTurn: InTurn) => open(token, undo, inTurn),
    findPending,
    dropPending: store.dropPendingChanges,
  };
}

/** Voids password links, which went to an address that is no longer the person's. */
function* move(personId: number, email: string): Query<void> {
  // The unique index decides if two people take the same address concurrently.
  const changed = yield* attempt(changeEmail({ person_id: personId, email }));
  if ('error' in changed) throw errors.email_in_use({ email });
  yield* voidResets(personId);
}

/** Audits as the person: the link stands for them. */
function* auditAs({ id, name }: PersonRow, now: number): Query<void> {
  const accounts = (yield* listAccountsOf(id)).map(({ account_id }) => account_id);
  yield* audit({ actor: { kind: 'person', id, label: name }, accounts, changed: ['email'], now });
}

/** Gives one answer for links that never existed, were used or have expired. */
function noLink(): AppError {
  return notFound('Link');
}
