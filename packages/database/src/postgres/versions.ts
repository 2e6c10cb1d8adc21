import { type SqlValue, Statement } from '../statement.ts';
import { FOREIGN_WRITES, type VersionedTables } from '../versions.ts';
import { type Connection, type Request, toRequest } from './connection.ts';

/** Stands for all accounts, if a statement does not name one. */
const ANYBODY = 0;

/** A table and an account, for example `tickets 7`. */
export type Pair = string;

/** Pair that every response depends on: see versions.ts. */
const OTHERS: Pair = `${FOREIGN_WRITES} ${ANYBODY}`;

/** Name under which the version of a table is stored, and whether all accounts share it. */
interface Kept {
  readonly name: string;
  readonly shared: boolean;
}

/** Maps statements to the versions they need. */
export class Versioned {
  readonly #tables = new Map<string, Kept>([[FOREIGN_WRITES, { name: FOREIGN_WRITES, shared: true }]]);

  constructor(tables: VersionedTables) {
    for (const { name, shared = false, with: kept = name } of tables) this.#tables.set(name, { name: kept, shared });
  }

  /** Returns the pairs whose versions a statement increments. */
  *listWritten(
    statement: Statement,
    values: readonly SqlValue[],
    accounts: readonly number[] = accountsOf(statement, values),
  ): Iterable<Pair> {
    for (const table of statement.written) {
      const kept = this.#tables.get(table);
      if (kept?.shared) yield `${kept.name} ${ANYBODY}`;
      else if (kept) for (const account of accounts) yield `${kept.name} ${account}`;
    }
  }

  /** Returns the pairs a result depends on; undefined if one of the tables has no versions. */
  listRead(statement: Statement, values: readonly SqlValue[]): Pair[] | undefined {
    const [account = ANYBODY] = accountsOf(statement, values);
    const pairs: Pair[] = [OTHERS];
    for (const table of statement.tables) {
      const kept = this.#tables.get(table);
      // Rows of all accounts: a single version for them would serialise all writes.
      if (!kept || (!kept.shared && account === ANYBODY)) return undefined;
      pairs.push(`${kept.name} ${ANYBODY}`);
      if (!kept.shared) pairs.push(`${kept.name} ${account}`);
    }
    return pairs;
  }
}

function accountsOf(statement: Statement, values: readonly SqlValue[]): [number] {
  const account = statement.accountIndex === -1 ? undefined : values[statement.accountIndex];
  return [typeof account === 'number' ? account : ANYBODY];
}

/** Pairs a transaction has written. */
export class Touched {
  readonly #versioned: Versioned;
  readonly #pairs = new Set<Pair>();

  constructor(versioned: Versioned) {
    this.#versioned = versioned;
  }

  /** Called before each statement, unless the transaction is rolled back anyway. */
  collect(statement: Statement, values: readonly SqlValue[], accounts: readonly number[] | undefined): void {
    for (const pair of this.#versioned.listWritten(statement, values, accounts)) this.#pairs.add(pair);
  }

  get pairs(): ReadonlySet<Pair> {
    return this.#pairs;
  }
}

/**
 * A version is a time, so that none is used twice, not even after an older copy is restored or on a lagging standby. It
 * always increases.
 */
const BUMP = new Statement(
  `insert into versions (table_name, account_id, version)
   select table_name, account_id, cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)
   from unnest(cast(:tables as _text), cast(:accounts as _int8)) as pair (table_name, account_id)
   where true
   on conflict (table_name, account_id) do update set version = greatest(versions.version + 1, excluded.version)`,
);

/**
 * Increments the versions of written pairs in one statement right before the commit, and in the same round trip if the
 * connection can defer it.
 */
export function bumpVersions(connection: Connection, touched: readonly Touched[]): Promise<unknown> | undefined {
  // Fixed order, so that two transactions cannot deadlock.
  const pairs = [...new Set(touched.flatMap((each) => [...each.pairs]))].sort();
  if (pairs.length === 0) return undefined;
  const request = toRequest(BUMP, toColumns(pairs));
  return connection.defer ? connection.defer(request) : connection.query(request);
}

const ASK = new Statement(
  `select v.table_name, v.account_id, v.version
   from unnest(cast(:tables as _text), cast(:accounts as _int8)) as pair (table_name, account_id)
   join versions as v on v.table_name = pair.table_name and v.account_id = pair.account_id
   union all select null, null, null where exists (select 1 from foreign_writes)`,
);

/** Returns the query for current versions. */
export function askVersions(pairs: Iterable<Pair>): Request {
  return toRequest(ASK, toColumns([...pairs]));
}

export type VersionRow = { table_name: string | null; account_id: number; version: number };
export type Versions = ReadonlyMap<Pair, number>;

/**
 * Returns undefined while there are writers that do not maintain versions. A pair that was never written has no row and
 * version 0.
 */
export function readVersions(rows: readonly VersionRow[]): Versions | undefined {
  const versions = new Map<Pair, number>();
  for (const { table_name, account_id, version } of rows) {
    if (table_name === null) return undefined;
    versions.set(`${table_name} ${account_id}`, version);
  }
  return versions;
}

/** Returns array literals of PostgreSQL (`_text` is its name for the type). Table names need no quotes. */
function toColumns(pairs: readonly Pair[]): [string, string] {
  const columns = pairs.map((pair) => pair.split(' '));
  return [`{${columns.map(([table]) => table).join()}}`, `{${columns.map(([, account]) => account).join()}}`];
}
