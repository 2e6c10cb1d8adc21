import type { Database, InTurn, Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { randomBase62, sha256 } from '#kernel/crypto.ts';
import { type AppError, type ErrorDetail, fieldErrors as general, notFound, validationError } from '#kernel/errors.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { sourceOf } from '#kernel/net/networks.ts';
import { isPassword } from '#kernel/password.ts';
import { type Clock, DAY, HOUR, SECOND } from '#kernel/time.ts';
import {
  checkPassword,
  findPersonByEmail,
  hashNewPassword,
  insertMembership,
  insertPerson,
  readEmail,
} from '../../people/index.ts';
import { type Begun, countAsking, countTry, type Place, type SessionService } from '../../sign-in/index.ts';
import { insertAccount } from '../index.ts';
import { errors, fieldErrors } from './errors.ts';
import { writeConfirmation, writeKnown, writeWaiting } from './letters.ts';
import type { SignUpRequest } from './schemas.ts';
import * as store from './store.ts';

const LIFETIME = DAY;
const SECRET_LENGTH = 43;
/** Limit over all visitors: each sign-up costs a mail and a hash. */
const MOST_PER_HOUR = 600;
export const SEND_CONFIRMATION = 'sign-up.send';

export interface SignUpRules {
  readonly mode: 'open' | 'review' | 'closed';
  /** Version of the terms to accept. Undefined if there are none. */
  readonly termsVersion: string | undefined;
}

/** Customer data that invoices need. */
export type NewCustomer = Pick<SignUpRequest, 'name' | 'kind' | 'company' | 'address' | 'vat_id' | 'language'>;

/** The part of commerce that handles new customers. */
export interface NewCustomers {
  /** Returns the errors in the customer data. */
  check(customer: NewCustomer): readonly ErrorDetail[];
  /** Called in the transaction that creates the account. */
  begin(accountId: number, customer: NewCustomer, now: number): Query<void>;
  /** Throws FORBIDDEN if the e-mail address or the IP address is blocked. */
  refuseBlocked(email: string, address: string): Query<void>;
  /** Called in the transaction that creates an account that waits for approval. */
  wait(account: { id: number; name: string }, address: string | null, now: number): Query<void>;
  /** Called in the transaction that approves such an account. */
  approved(accountId: number, now: number): Query<void>;
}

/** Tells what keeps sign-up closed although its mode is another: an installation that is not ready for customers. */
export type FindGaps = () => Query<readonly unknown[]>;

/** Returns the mode that applies now. */
export function* readMode(rules: SignUpRules, findGaps: FindGaps): Query<SignUpRules['mode']> {
  const { mode } = rules;
  return mode !== 'closed' && (yield* findGaps()).length > 0 ? 'closed' : mode;
}

/** Identifies the browser of a sign-up by a secret cookie. */
export interface Browser {
  readonly secret: string;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  links: Links;
  mailer: Mailer;
  staffMail: StaffMail;
  rules: SignUpRules;
  findGaps: FindGaps;
  sessions: SessionService;
  newCustomers: NewCustomers;
}

interface SignedUp {
  readonly begun: Begun;
  readonly waiting: boolean;
  readonly plan: string | null;
}

export type SignUpService = ReturnType<typeof createSignUpService>;

export function createSignUpService(deps: Dependencies) {
  const { db, clock, links, mailer, staffMail, rules, findGaps, sessions, newCustomers } = deps;

  /** Does the same work for known and unknown addresses. A worker looks the address up afterwards. */
  async function signUp(given: SignUpRequest, address: string, browser: Browser, inTurn: InTurn): Promise<void> {
    await inTurn(() => db.read(refuseClosed()));
    const { email, customer } = readRequest(given, rules, newCustomers);
    await inTurn(() => db.write(() => count(address)));
    await inTurn(() => db.read(newCustomers.refuseBlocked(email, address)));
    const password_hash = await hashNewPassword(given.password);
    await inTurn(() =>
      db.write(function* () {
        const now = clock.now();
        const row = {
          email,
          name: customer.name,
          customer: JSON.stringify(customer),
          terms_version: rules.termsVersion ?? null,
          plan: given.plan ?? null,
          created_at: now,
          expires_at: now + LIFETIME,
        };
        const { id } = yield* store.insertSignUp(row, { password_hash, browser_hash: sha256(browser.secret) });
        yield* enqueueJob({ kind: SEND_CONFIRMATION, payload: { id }, runAt: now });
      }),
    );
  }

  /** Counts the request before anything that costs. */
  function* count(address: string): Query<void> {
    const now = clock.now();
    yield* countAsking(sourceOf(address), now);
    if ((yield* store.countSince(now - HOUR, MOST_PER_HOUR)) >= MOST_PER_HOUR) throw tooMany();
  }

  /** Sends a link to a new address, or a notice to a known one. */
  function* send(id: number): Query<void> {
    const found = yield* store.findSignUp(id);
    if (!found) return;
    const { email, expires_at: expiresAt } = found;
    const known = yield* findPersonByEmail(email);
    if (known && known.disabled_at !== null) return;
    const token = randomBase62(SECRET_LENGTH);
    if (!known) yield* store.giveLink({ id, hash: sha256(token) });
    const letter = known ? writeKnown(links.to('/sign-in')) : writeConfirmation(links.to('/sign-up/confirm', token));
    const cause = `sign-up ${id}`;
    const { language } = JSON.parse(found.customer) as NewCustomer;
    yield* mailer.queue({
      ...{ kind: 'sign-up', cause, to: email, letter, nature: 'asked', expiresAt },
      // The owner of a known address reads the language of their account, whatever the stranger chose.
      ...(known ? { personId: known.id } : { language }),
      now: clock.now(),
    });
  }

  /**
   * Opening the link proves the ownership of the address, not the choice of the password. A stranger could have chosen
   * it to share the account secretly. So the browser must be the same, or the password is required.
   */
  async function confirm(
    { token, password }: { token: string; password?: string | undefined },
    place: Place,
    browser: Browser | undefined,
    inTurn: InTurn,
  ): Promise<SignedUp> {
    await inTurn(() => db.read(refuseClosed()));
    const hash = sha256(token);
    const found = await inTurn(() => db.read(store.findByLink({ hash, now: clock.now() })));
    if (!found) throw noLink();
    if (browser === undefined || sha256(browser.secret) !== found.browser_hash) {
      if (password === undefined) throw validationError([fieldErrors.password_of_sign_up_needed('password')]);
      await inTurn(() => db.write(() => countTry(`sign-up ${found.id}`, clock.now())));
      if (!(await isPassword(password, found.password_hash)))
        throw validationError([general.wrong_password('password')]);
    }
    return inTurn(() => db.write(() => admit(hash, place)));
  }

  /** Creates the person, their account and their acceptance of the terms, all or none, and signs them in. */
  function* admit(hash: string, place: Place): Query<SignedUp> {
    const now = clock.now();
    const found = yield* store.spendSignUp(hash, now);
    if (!found) throw noLink();
    const { email, name, password_hash, terms_version, plan } = found;
    yield* newCustomers.refuseBlocked(email, place.address);
    const row = { email, name, staff_role: null, password_changed_at: now, created_at: now };
    const person = yield* insertPerson(row, { password_hash });
    // The address became known in another way since the link was sent.
    if (!person) throw noLink();
    const customer = JSON.parse(found.customer) as NewCustomer;
    const waiting = rules.mode === 'review';
    const accountName = customer.company ?? name;
    const waits_since = waiting ? now : null;
    const account = yield* insertAccount({ name: accountName, email, created_at: now, waits_since, bound: 'unpaid' });
    const owner = { person_id: person.id, account_id: account.id, role: 'owner', scopes: '', rights: '' } as const;
    yield* insertMembership({ ...owner, created_at: now });
    yield* newCustomers.begin(account.id, customer, now);
    if (terms_version !== null) {
      const accepted = { version: terms_version, accepted_at: found.created_at };
      yield* store.insertAcceptance({ account_id: account.id, person_id: person.id, ...accepted });
    }
    if (waiting) {
      yield* newCustomers.wait(account, place.address, now);
      yield* tellStaff(account, now);
    }
    const begun = yield* sessions.begin(person, place, []);
    const actor = { kind: 'person', id: person.id, label: name } as const;
    const record = { type: 'account', id: account.id, label: accountName };
    yield* audit({ actor, accounts: [account.id], changed: [], record, now });
    return { begun, waiting, plan };
  }

  function* tellStaff({ id, name }: { id: number; name: string }, now: number): Query<void> {
    // Strangers can cause many of these mails. They must not use up the limit of notices.
    const mail = { kind: 'account-waits', cause: `account ${id}`, letter: writeWaiting(name, id) } as const;
    yield* staffMail.toStaff({ ...mail, nature: 'news', now });
  }

  function* refuseClosed(): Query<void> {
    if (rules.mode === 'closed') throw errors.sign_up_disabled();
    if ((yield* readMode(rules, findGaps)) !== 'closed') return;
    throw errors.sign_up_not_open();
  }

  return { signUp, send, confirm };
}

function readRequest(given: SignUpRequest, { termsVersion }: SignUpRules, newCustomers: NewCustomers) {
  const email = readEmail(given.email);
  const { kind, address, company, vat_id, language } = given;
  const name = given.name.trim();
  const details: ErrorDetail[] = [
    ...(name === '' ? [general.empty('name')] : []),
    ...(kind === 'business' && !company?.trim() ? [fieldErrors.company_required('company')] : []),
    ...newCustomers.check({ name, kind, address, company, vat_id }),
    ...checkPassword(given.password),
    ...(termsVersion !== undefined && given.terms_version !== termsVersion
      ? [fieldErrors.terms_not_accepted('terms_version', { version: termsVersion })]
      : []),
  ];
  if (details.length > 0) throw validationError(details);
  const business = kind === 'business' ? { company: company?.trim(), vat_id } : {};
  const customer: NewCustomer = { name, kind, ...(address && { address }), ...business, ...(language && { language }) };
  return { email, customer };
}

function noLink() {
  return notFound('Link');
}

function tooMany(): AppError {
  return errors.too_many_sign_ups({
    headers: { 'retry-after': String(HOUR / SECOND) },
  });
}
