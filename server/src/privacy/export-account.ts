import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { type Database, type PreparedQuery, type SqlValue, sql } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { writeZip } from '#kernel/zip.ts';
import { EXPORTED, type ExportedTable } from './export-tables.ts';

/** Rows per page. Kept small, because some hold whole messages. */
const PAGE = 200;

type Row = Record<string, SqlValue>;

interface Export {
  readonly account_id: number;
  readonly to: string;
}

/** Exports all data of a customer as a ZIP of JSON files. Reads page by page without blocking others. */
export async function exportAccount({ db, clock }: { db: Database; clock: Clock }, { account_id, to }: Export) {
  if (!(await db.read(ACCOUNT.one({ account_id })))) throw notFound('Account');
  const file = await openNew(to);
  const rows: Record<string, number> = {};
  try {
    // The audit log tells the owners that a copy was taken.
    await db.write(() => audit({ accounts: [account_id], changed: [], now: clock.now() }));
    const entries = Object.entries(EXPORTED).map(([name, table]) => {
      rows[name] = 0;
      const count = () => {
        rows[name] = (rows[name] ?? 0) + 1;
      };
      return { name: `${name}.json`, texts: write(read(db, table, account_id), count) };
    });
    await writeZip(entries, (bytes) => file.writeFile(bytes));
    await file.sync();
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return { file: to, size_bytes: (await stat(to)).size, exported_at: formatTime(clock.now()), rows };
}

/** Creates a file that only its owner can read. Never overwrites a file. */
async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw conflict(`${path} exists already.`);
    throw error;
  }
}

const ACCOUNT = sql<{ account_id: number }, { id: number }>('select id from accounts where id = :account_id');

async function* write(rows: AsyncIterable<object>, count: () => void): AsyncIterable<string> {
  let before = '[\n';
  for await (const row of rows) {
    count();
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* read(db: Database, table: ExportedTable, account_id: number): AsyncIterable<object> {
  const { first, next } = statementsOf(table);
  const names = table.key.map((column) => column.replace('t.', ''));
  let page = await db.read(first.all({ account_id, limit: PAGE }));
  for (;;) {
    for (const row of page) yield show(row, table);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    const after = Object.fromEntries(names.map((name, index) => [`after_${index}`, last[name] ?? null]));
    page = await db.read(next.all({ account_id, limit: PAGE, ...after }));
  }
}

interface Statements {
  readonly first: PreparedQuery<Row, Row>;
  readonly next: PreparedQuery<Row, Row>;
}

function statementsOf({ from, columns, key }: ExportedTable): Statements {
  const places = key.map((_, index) => `:after_${index}`).join(', ');
  const order = `order by ${key.join(', ')} limit :limit`;
  return {
    first: sql(`select ${columns} from ${from} ${order}`),
    next: sql(`select ${columns} from ${from} and (${key.join(', ')}) > (${places}) ${order}`),
  };
}

const TIME = /(^|_)(at|start|end|since|until)$/;

/** Formats a row like the API: times as text, JSON as objects. */
function show(row: Row, { json = [] }: ExportedTable): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (json.includes(name) && typeof value === 'string') return [name, JSON.parse(value)];
      return [name, TIME.test(name) && typeof value === 'number' ? formatTime(value) : value];
    }),
  );
}
