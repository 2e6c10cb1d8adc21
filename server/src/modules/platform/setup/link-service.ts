import type { Database, InTurn, Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { randomBase62, type Vault } from '#kernel/crypto.ts';
import { notFound, validationError } from '#kernel/errors.ts';
import type { Links } from '#kernel/mail/links.ts';
import { checkName } from '#kernel/name.ts';
import { type Clock, DAY, formatTime, HOUR } from '#kernel/time.ts';
import {
  checkPassword,
  findPersonByEmail,
  hashNewPassword,
  hasOwner,
  insertPerson,
  readEmail,
} from '#modules/identity/people/index.ts';
import type { Begun, Place, SessionService } from '#modules/identity/sign-in/index.ts';
import { errors } from './errors.ts';
import type { FirstOwnerRequest } from './schemas.ts';
import { findLink, type SetupLink, saveLink, spendLink } from './store.ts';

const LIFETIME = DAY;
/** A link with less time left is replaced when it is printed again. */
const SHORTEST = HOUR;
const LONGEST_NAME = 100;
const PURPOSE = 'setup link';

interface Dependencies {
  db: Database;
  clock: Clock;
  vault: Vault;
  links: Links;
  sessions: SessionService;
}

export type SetupLinkService = ReturnType<typeof createSetupLinkService>;

/** The one-time link with which the first owner is created. It is void once there is an owner. */
export function createSetupLinkService({ db, clock, vault, links, sessions }: Dependencies) {
  /**
   * Returns the link; undefined if there is an owner. All processes and the next starts return the same link until it
   * is used or expires.
   */
  function* make(): Query<{ setup_url: string; expires_at: string } | undefined> {
    if (yield* hasOwner()) return undefined;
    const now = clock.now();
    const found = yield* findLink();
    const isUsable = found !== undefined && found.expiresAt > now + SHORTEST;
    const link = isUsable ? found : { nonce: randomBase62(22), expiresAt: now + LIFETIME };
    if (!isUsable) yield* saveLink(link);
    return { setup_url: links.to('/setup', tokenOf(link)), expires_at: formatTime(link.expiresAt) };
  }

  /** Returns whether there is no owner yet. */
  function* isNeeded(): Query<boolean> {
    return !(yield* hasOwner());
  }

  function tokenOf({ nonce, expiresAt }: SetupLink): string {
    return vault.sign(PURPOSE, `${nonce} ${expiresAt}`);
  }

  /** Throws NOT_FOUND if the token is wrong, used or expired, or if there is an owner. */
  function* find(token: string): Query<SetupLink> {
    const link = yield* findLink();
    const isRight =
      link && link.expiresAt > clock.now() && vault.isSigned(PURPOSE, `${link.nonce} ${link.expiresAt}`, token);
    if (!isRight || (yield* hasOwner())) throw notFound('Link');
    return link;
  }

  /** Creates the owner and signs them in. */
  async function createOwner({ token, ...given }: FirstOwnerRequest, place: Place, inTurn: InTurn): Promise<Begun> {
    // Check the link before the password is hashed: an invalid link must not cost a hash.
    await inTurn(() => db.read(find(token)));
    const email = readEmail(given.email);
    const problems = [...checkName(given.name, LONGEST_NAME), ...checkPassword(given.password)];
    if (problems.length > 0) throw validationError(problems);
    const password_hash = await hashNewPassword(given.password);
    return inTurn(() => db.write(() => insertOwner(token, { email, name: given.name.trim(), password_hash }, place)));
  }

  function* insertOwner(
    token: string,
    { password_hash, ...person }: { email: string; name: string; password_hash: string },
    place: Place,
  ): Query<Begun> {
    const now = clock.now();
    if (yield* findPersonByEmail(person.email)) throw isKnown(person.email);
    if (!(yield* spendLink(yield* find(token)))) throw notFound('Link');
    const row = { ...person, staff_role: 'owner', password_changed_at: now, created_at: now };
    const owner = yield* insertPerson(row, { password_hash });
    if (!owner) throw isKnown(person.email);
    const { id, name } = owner;
    const begun = yield* sessions.begin(owner, place, []);
    yield* audit({
      actor: { kind: 'person', id, label: name },
      record: { type: 'person', id, label: name },
      changed: ['staff_role'],
      now,
    });
    return begun;
  }

  return { make, isNeeded, find, createOwner };
}

/** The link alone must not give a known person the role: their password is required elsewhere. */
function isKnown(email: string) {
  return errors.login_exists({ email });
}
