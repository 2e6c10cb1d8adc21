import { type SqlValue, Statement } from '../statement.ts';
import { FOREIGN_WRITES, type VersionedTables } from '../versions.ts';
import { type Connection, type Request, toRequest } from './connection.ts';

/** Stands for anybody, where a statement does not say whose rows it is about. */
const ANYBODY = 0;

/** A table, and whose rows of it: `tickets 7`. */
export type Pair = string;

/** What every answer depends on: see kernel/db/versions.ts. */
const OTHERS: Pair = `${FOREIGN_WRITES} ${ANYBODY}`;

/** Under which name the version of a table is kept, and whether it is one for all. */
interface Kept {
  readonly name: string;
  readonly shared: boolean;
}

/** Which statements need which versions. */
export class Versioned {
  readonly #tables = new Map<string, Kept>([[FOREIGN_WRITES, { name: FOREIGN_WRITES, shared: true }]]);

  constructor(tables: VersionedTables) {
    for (const { name, shared = false, with: kept = name } of tables) this.#tables.set(name, { name: kept, shared });
  }

  /** What becomes newer by running it. */
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

  /** What its result depends on; undefined where nobody keeps count of that. */
  listRead(statement: Statement, values: readonly SqlValue[]): Pair[] | undefined {
    const [account = ANYBODY] = accountsOf(statement, values);
    const pairs: Pair[] = [OTHERS];
    for (const table of statement.tables) {
      const kept = this.#tables.get(table);
      // Rows of all accounts: one version for them would have every write wait for every other.
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

/** What a transaction makes newer. */
export class Touched {
  readonly #versioned: Versioned;
  readonly #pairs = new Set<Pair>();

  constructor(versioned: Versioned) {
    this.#versioned = versioned;
  }

  /** Called before each statement, unless everything is undone anyway. */
  collect(statement: Statement, values: readonly SqlValue[], accounts: readonly number[] | undefined): void {
    for (const pair of this.#versioned.listWritten(statement, values, accounts)) this.#pairs.add(pair);
  }

  get pairs(): ReadonlySet<Pair> {
    return this.#pairs;
  }
}

/**
 * A time, so that no version is ever given twice: not after a copy from before was brought back, nor on a standby that was
 * behind; and always a later one.
 */
const BUMP = new Statement(
  `insert into versions (table_name, account_id, version)
   select table_name, account_id, cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)
   from unnest(cast(:tables as _text), cast(:accounts as _int8)) as pair (table_name, account_id)
   where true
   on conflict (table_name, account_id) do update set version = greatest(versions.version + 1, excluded.version)`,
);

/**
 * Makes what a transaction, or a group of them, touched a version newer, in one statement right before the commit, with
 * which it goes where the connection can defer it.
 */
export function bumpVersions(connection: Connection, touched: readonly Touched[]): Promise<unknown> | undefined {
  // Always in the same order, so that no two transactions wait for each other.
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

/** Asks which versions these have now. */
export function askVersions(pairs: Iterable<Pair>): Request {
  return toRequest(ASK, toColumns([...pairs]));
}

export type VersionRow = { table_name: string | null; account_id: number; version: number };
export type Versions = ReadonlyMap<Pair, number>;

/** Undefined while somebody writes who does not keep count. What was never written is in no row, and has version 0. */
export function readVersions(rows: readonly VersionRow[]): Versions | undefined {
  const versions = new Map<Pair, number>();
  for (const { table_name, account_id, version } of rows) {
    if (table_name === null) return undefined;
    versions.set(`${table_name} ${account_id}`, version);
  }
  return versions;
}

/** Arrays as PostgreSQL writes them (`_text` is its own name for those); names of tables need no quotes. */
function toColumns(pairs: readonly Pair[]): [string, string] {
  const columns = pairs.map((pair) => pair.split(' '));
  return [`{${columns.map(([table]) => table).join()}}`, `{${columns.map(([, account]) => account).join()}}`];
}
