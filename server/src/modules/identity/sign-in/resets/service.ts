import type { Database, InTurn, Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { randomBase62, sha256 } from '#kernel/crypto.ts';
import { notFound } from '#kernel/errors.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { sourceOf } from '#kernel/net/networks.ts';
import { type Clock, HOUR } from '#kernel/time.ts';
import {
  changePassword,
  findPerson,
  findPersonByEmail,
  foldEmail,
  hashNewPassword,
  listAccountsOf,
  type PersonRow,
} from '../../people/index.ts';
import { countAsking, nameDevice, type Place, removeSessionsOf } from '../sessions/index.ts';
import { writeReset } from './letters.ts';
import { findReset, insertReset, spendReset } from './store.ts';

const LIFETIME = HOUR;
const TOKEN_LENGTH = 43;
export const SEND_RESET = 'resets.send';

/** Notifies a person of their changed password. */
export type OnReset = (person: PersonRow, where: { device: string; address: string }) => Query<void>;

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  mailer: Mailer;
  onReset: OnReset;
}

export type ResetService = ReturnType<typeof createResetService>;

export function createResetService({ db, clock, links, mailer, onReset }: Dependencies) {
  /** A worker looks the address up afterwards, so that the response does not reveal whether it exists. */
  function* ask(email: string, address: string): Query<void> {
    const now = clock.now();
    yield* countAsking(sourceOf(address), now);
    yield* enqueueJob({ kind: SEND_RESET, payload: { email: foldEmail(email) }, runAt: now });
  }

  function* send(email: string): Query<void> {
    const person = yield* findPersonByEmail(email);
    if (!person || person.disabled_at !== null) return;
    const { id, url, expires_at } = yield* makeLink(person);
    yield* mailer.queue({
      kind: 'reset',
      cause: `reset ${id}`,
      to: person.email,
      letter: writeReset(url),
      personId: person.id,
      nature: 'asked',
      now: clock.now(),
      expiresAt: expires_at,
    });
  }

  function* makeLink(person: PersonRow) {
    const token = randomBase62(TOKEN_LENGTH);
    const now = clock.now();
    const row = { person_id: person.id, created_at: now, expires_at: now + LIFETIME };
    const { id, expires_at } = yield* insertReset(row, { hash: sha256(token) });
    return { id, url: links.to('/reset', token), expires_at };
  }

  /** Ends all sessions of the person. The second factor stays, because access to the mail is only one factor. */
  async function reset({ token, password }: { token: string; password: string }, place: Place, inTurn: InTurn) {
    const hash = sha256(token);
    // Check the link before the password is hashed: an invalid link must not cost a hash.
    if (!(await inTurn(() => db.read(findReset({ hash, now: clock.now() }))))) throw noLink();
    const password_hash = await hashNewPassword(password);
    await inTurn(() => db.write(() => change(hash, password_hash, place)));
  }

  function* change(hash: string, password_hash: string, { userAgent, address }: Place): Query<void> {
    const now = clock.now();
    const personId = yield* spendReset(hash, now);
    const person = personId === undefined ? undefined : yield* findPerson(personId);
    if (!person || person.disabled_at !== null) throw noLink();
    const { id, name } = person;
    yield* changePassword({ person_id: id, password_hash, now });
    yield* removeSessionsOf(id);
    yield* onReset(person, { device: nameDevice(userAgent), address });
    const accounts = (yield* listAccountsOf(id)).map(({ account_id }) => account_id);
    yield* audit({ actor: { kind: 'person', id, label: name }, accounts, changed: ['password'], now });
  }

  return { ask, send, makeLink, reset };
}

function noLink() {
  return notFound('Link');
}
