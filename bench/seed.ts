import { fillTotals, type Query, runScript, sql } from '@hostler/database';
import { indexBatch } from '@hostler/database/testing';
import { compose } from '../server/src/compose/compose.ts';
import { sha256 } from '../server/src/kernel/crypto.ts';
import { createLogger } from '../server/src/kernel/log.ts';
import { SCOPES } from '../server/src/kernel/scopes.ts';
import { DAY, systemClock } from '../server/src/kernel/time.ts';
import { generateApiKey } from '../server/src/modules/identity/credentials/keys/format.ts';
import { TOKEN_MS } from '../server/src/modules/identity/sign-in/sessions/lifetimes.ts';
import { writePanelToken } from '../server/src/modules/identity/sign-in/sessions/tokens/panel-token.ts';
import type { Hostler } from '../server/src/program/hostler.ts';
import { migrate } from '../server/src/program/prepare.ts';
import { readConfig } from '../server/src/settings/config.ts';

/** More than any run can use up: the benchmark measures the counting, not the refusal. */
const RATE_LIMIT = 1_000_000_000;

export interface SeededAccount {
  readonly id: number;
  readonly key: string;
}

export interface SeededTicket {
  readonly id: number;
  readonly account_id: number;
}

export interface Seeded {
  readonly accounts: readonly SeededAccount[];
  readonly tickets: readonly SeededTicket[];
}

/** Settings of the server, as environment variables. */
export type Settings = Readonly<Record<string, string>>;

const INSERT_ACCOUNT = sql<{ name: string; email: string; now: number }, { id: number }>(
  'insert into accounts (name, email, created_at) values (:name, :email, :now) returning id',
);
const INSERT_KEY = sql<{ account_id: number; hash: string; scopes: string; rate_limit: number; now: number }>(
  `insert into api_keys (account_id, name, environment, hash, hint, scopes, rate_limit, allowed_networks, created_at)
   values (:account_id, 'bench', 'live', :hash, '', :scopes, :rate_limit, '', :now)`,
);
/** Runs inside the database. Neighbouring tickets belong to different accounts, as in production. */
const INSERT_TICKETS = sql<{ first: number; accounts: number; count: number; now: number }>(
  `insert into tickets (account_id, subject, status, priority, department, messages_total, search_text, created_at, updated_at, closed_at)
   with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < :count)
   select cast(:first as bigint) + n % cast(:accounts as bigint), 'The shop is slow again, number ' || n,
     case n / cast(:accounts as bigint) % 4 when 0 then 'open' when 1 then 'answered' when 2 then 'customer_reply' else 'closed' end,
     'normal', 'general', case n / cast(:accounts as bigint) % 4 when 0 then 1 else 2 end, 'the shop is slow again, number ' || n,
     cast(:now as bigint) + n, cast(:now as bigint) + n,
     case n / cast(:accounts as bigint) % 4 when 3 then cast(:now as bigint) + n end
   from numbers`,
);
const INSERT_QUESTIONS = sql<object>(
  `insert into ticket_messages (ticket_id, author_type, author_name, message, created_at)
   select id, 'customer', 'Example Ltd', 'It has taken ten seconds a page since this morning, for all our visitors.', created_at
   from tickets order by id`,
);
const INSERT_ANSWERS = sql<object>(
  `insert into ticket_messages (ticket_id, author_type, author_name, message, created_at)
   select id, 'staff', 'Support', 'Thank you for telling us. The machine was short of memory; it has more now.', created_at
   from tickets where status <> 'open' order by id`,
);
const ALL_TICKETS = sql<object, SeededTicket>('select id, account_id from tickets order by id');

/** Seeds accounts with a live key each, and tickets spread evenly over them; most tickets have an answer. */
export function seedTickets(settings: Settings, size: { accounts: number; tickets: number }): Promise<Seeded> {
  return withDatabase(settings, async (hostler) => {
    const accounts = await hostler.db.write(() => insertAccounts('account', size.accounts));
    const first = accounts[0]?.id ?? 0;
    await hostler.db.write(function* () {
      yield* trustReferences(hostler);
      yield* INSERT_TICKETS.run({ first, accounts: size.accounts, count: size.tickets, now: Date.now() });
      yield* INSERT_QUESTIONS.run({});
      yield* INSERT_ANSWERS.run({});
      yield* runScript(fillTotals('tickets', undefined, undefined, `account_id >= ${first}`));
    });
    await gatherStatistics(hostler);
    await fillSearchIndex(hostler);
    return { accounts, tickets: await hostler.db.read(ALL_TICKETS.all({})) };
  });
}

/** Seeds one more account with all these tickets; they have no messages, which a list does not show. */
export function seedAccount(settings: Settings, name: string, tickets: number): Promise<SeededAccount> {
  return withDatabase(settings, async (hostler) => {
    const [account] = await hostler.db.write(() => insertAccounts(name, 1));
    if (!account) throw new Error('No account was made.');
    await hostler.db.write(function* () {
      yield* trustReferences(hostler);
      yield* INSERT_TICKETS.run({ first: account.id, accounts: 1, count: tickets, now: Date.now() });
      yield* runScript(fillTotals('tickets', undefined, undefined, `account_id >= ${account.id}`));
    });
    await gatherStatistics(hostler);
    return account;
  });
}

const INSERT_PERSON = sql<{ email: string; now: number }, { id: number }>(
  `insert into persons (email, name, created_at) values (:email, 'Jo Doe', :now) returning id`,
);
const INSERT_MEMBERSHIPS = sql<{ person_id: number; now: number }>(
  `insert into memberships (person_id, account_id, role, scopes, rights, created_at)
   select cast(:person_id as bigint), id, 'owner', '', '', cast(:now as bigint) from accounts`,
);
const INSERT_SESSION = sql<{ person_id: number; now: number; end: number }, { id: number }>(
  `insert into sessions (person_id, hash, device, address, created_at, idle_ends_at, ends_at)
   values (:person_id, 'bench', 'bench', '127.0.0.1', :now, :end, :end) returning id`,
);

/** Seeds a signed-in person who owns all accounts. Returns a session token for each key that it replaces. */
export function seedPanelTokens(
  settings: Settings,
  accounts: readonly SeededAccount[],
): Promise<ReadonlyMap<string, string>> {
  return withDatabase(settings, async ({ db, vault }) => {
    const now = Date.now();
    const session = await db.write(function* () {
      const person_id = (yield* INSERT_PERSON.one({ email: 'owner@example.com', now }))?.id ?? 0;
      yield* INSERT_MEMBERSHIPS.run({ person_id, now });
      return (yield* INSERT_SESSION.one({ person_id, now, end: now + DAY }))?.id ?? 0;
    });
    const write = (accountId: number) =>
      writePanelToken({ sessionId: session, accountId, environment: 'live', expiresAt: now + TOKEN_MS }, vault);
    return new Map(accounts.map(({ id, key }) => [key, write(id)]));
  });
}

function* insertAccounts(name: string, count: number): Query<SeededAccount[]> {
  const accounts: SeededAccount[] = [];
  const now = Date.now();
  for (let number = 1; number <= count; number++) {
    const row = yield* INSERT_ACCOUNT.one({ name: 'Example Ltd', email: `${name}-${number}@example.com`, now });
    const account = { id: row?.id ?? 0, key: generateApiKey('live') };
    const hash = sha256(account.key);
    yield* INSERT_KEY.run({ account_id: account.id, hash, scopes: SCOPES.join(' '), rate_limit: RATE_LIMIT, now });
    accounts.push(account);
  }
  return accounts;
}

/**
 * Switches off the foreign key checks: every reference was just made, and checking a million of them takes PostgreSQL
 * half of the time.
 */
function* trustReferences({ db }: Hostler): Query<void> {
  if (db.dialect === 'postgres') yield* runScript('set local session_replication_role = replica');
}

/** PostgreSQL does this by itself a minute after such a change. SQLite never does, so it gets no help here either. */
async function gatherStatistics({ db }: Hostler): Promise<void> {
  if (db.dialect === 'postgres') await db.write(() => runScript('analyze'));
}

/**
 * Indexes the rows at once, as if they had come one by one. Otherwise the server would do it for minutes during the
 * measurement.
 */
async function fillSearchIndex({ db }: Hostler): Promise<void> {
  if (db.dialect === 'sqlite') while (await db.write(() => indexBatch('tickets')));
}

async function withDatabase<T>(settings: Settings, use: (hostler: Hostler) => Promise<T>): Promise<T> {
  const hostler = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  try {
    await migrate(hostler);
    return await use(hostler);
  } finally {
    await hostler.db.close();
  }
}
