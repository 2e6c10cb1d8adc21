import { setTimeout as sleep } from 'node:timers/promises';
import { addToTotal, type Database, type Query, sql } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import { errors } from './errors.ts';

export interface Dependencies {
  db: Database;
  clock: Clock;
  /** Throws if the person is the last owner among the staff. */
  keepAnOwner(personId: number): Query<void>;
}

interface Erasure {
  readonly id: number;
  /** Erase even the only owner of an account. */
  readonly force: boolean;
}

const ERASED_NAME = 'Erased person';
/** Credentials are refused within one second, and requests logged within another. */
const SETTLED_AFTER_MS = 3 * SECOND;
/** Log entries processed per transaction. */
const AT_ONCE = 2_000;

const PERSON = sql<{ id: number }, { email: string }>('select email from persons where id = :id');
const ACCOUNTS = sql<{ id: number }, { account_id: number; role: string; other_owners: number }>(
  `select account_id, role, (select count(*) from memberships as o
     where o.account_id = m.account_id and o.role = 'owner' and o.person_id <> m.person_id) as other_owners
   from memberships as m where person_id = :id order by account_id`,
);
const END_KEYS = sql<{ id: number; account_id: number; now: number }>(
  `update api_keys set revoked_at = :now where made_by = :id and account_id = :account_id and revoked_at is null`,
);
const LEAVE = sql<{ id: number; account_id: number }>(
  'delete from memberships where person_id = :id and account_id = :account_id',
);
const REPLACE = sql<{ id: number; name: string; email: string; now: number }>(
  `update persons set name = :name, email = :email, password_hash = null, staff_role = null,
     disabled_at = coalesce(disabled_at, :now) where id = :id`,
);
const NOTES = sql<{ id: number; name: string }>('update account_notes set author_name = :name where author_id = :id');
/** The owner who changed a setting or an image of the brand is stored by address. */
const CHANGES = ['stored_settings', 'brand_images'].map((table) =>
  sql<{ email: string; name: string }>(`update ${table} set changed_by = :name where changed_by = :email`),
);
/** Tables with data of one person only, ordered so that no row refers to a deleted one. */
const OF_PERSON = [
  'monitoring_tellings',
  'monitoring_preferences',
  'notification_switches',
  'session_uses',
  'sessions',
  'password_resets',
  'device_requests',
  'email_changes',
  'factor_lifts',
  'passkeys',
  'recovery_codes',
  'totps',
].map((table) => sql<{ id: number }>(`delete from ${table} where person_id = :id`));
const INVITATIONS = sql<{ email: string }, { account_id: number | null }>(
  'delete from invitations where email = :email returning account_id',
);
const OF_ADDRESS = [
  // Mail that the company must be able to prove is kept, like the invoices it is about.
  'delete from mails where recipient = :email and is_proof = 0',
  'delete from sign_ups where email = :email',
  'delete from farewells where email = :email',
].map((text) => sql<{ email: string }>(text));

/** Logs have no index by person. They are read once, in ranges of ids. */
const LOGS = [
  {
    table: 'audit_entries',
    replace: [
      `update audit_entries set actor_label = :name, address = null
       where id > :after and id <= :until and actor_kind in ('person', 'operator') and actor_id = :id`,
      `update audit_entries set record_label = null
       where id > :after and id <= :until and record_type = 'people' and record_id = :id`,
    ],
  },
  {
    table: 'requests',
    replace: [
      `update requests set caller_name = :name, address = '' where id > :after and id <= :until and person_id = :id`,
    ],
  },
].map(({ table, replace }) => ({
  last: sql<object, { id: number | null }>(`select max(id) as id from ${table}`),
  replace: replace.map((text) => sql<{ id: number; after: number; until: number; name?: string }>(text)),
}));

/** Erases the personal data of a person. Actions in accounts stay, under a placeholder name. */
export async function erasePerson({ db, clock, keepAnOwner }: Dependencies, { id, force }: Erasure) {
  const { email, accounts } = await db.write(function* () {
    yield* keepAnOwner(id);
    return yield* forget(id, force, clock.now());
  });
  await sleep(SETTLED_AFTER_MS);
  // Delete again what concurrent requests wrote meanwhile, such as a queued mail or a password reset.
  await db.write(() => removeOwn(id, email));
  for (const { last, replace } of LOGS) {
    const end = (await db.read(last.one({})))?.id ?? 0;
    for (let after = 0; after < end; after += AT_ONCE) {
      const stretch = { id, name: ERASED_NAME, after, until: after + AT_ONCE };
      await db.write(function* () {
        for (const statement of replace) yield* statement.run(stretch);
      });
    }
  }
  return { id, name: ERASED_NAME, email: addressOf(id), left_accounts: accounts };
}

function* forget(id: number, force: boolean, now: number): Query<{ email: string; accounts: number[] }> {
  const person = yield* PERSON.one({ id });
  if (!person) throw notFound('Person');
  const memberships = yield* ACCOUNTS.all({ id });
  const orphaned = memberships.filter(({ role, other_owners }) => role === 'owner' && other_owners === 0);
  if (orphaned.length > 0 && !force) {
    const which = orphaned.map(({ account_id }) => account_id).join(', ');
    throw errors.only_owner_of_accounts({ accounts: which });
  }
  for (const { account_id } of memberships) {
    yield* addToTotal(account_id, 'keys', '', -(yield* END_KEYS.run({ id, account_id, now })));
    yield* addToTotal(account_id, 'people', '', -(yield* LEAVE.run({ id, account_id })));
  }
  yield* removeOwn(id, person.email);
  yield* NOTES.run({ id, name: ERASED_NAME });
  yield* REPLACE.run({ id, name: ERASED_NAME, email: addressOf(id), now });
  return { email: person.email, accounts: memberships.map(({ account_id }) => account_id) };
}

function* removeOwn(id: number, email: string): Query<void> {
  for (const { account_id } of yield* INVITATIONS.all({ email })) {
    if (account_id !== null) yield* addToTotal(account_id, 'people', '', -1);
  }
  for (const statement of OF_PERSON) yield* statement.run({ id });
  for (const statement of OF_ADDRESS) yield* statement.run({ email });
  for (const statement of CHANGES) yield* statement.run({ email, name: ERASED_NAME });
}

/** Returns a placeholder address that is unique and cannot receive mail. */
function addressOf(id: number): string {
  return `erased-${id}@invalid.invalid`;
}
