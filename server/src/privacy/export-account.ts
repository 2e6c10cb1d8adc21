import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { type Database, type PreparedQuery, type SqlValue, sql } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { FILE, WithFile } from '#kernel/http/route.ts';
import { oneByOne } from '#kernel/one-by-one.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { writeZip } from '#kernel/zip.ts';
import { errors } from './errors.ts';
import { EXPORTED, type ExportedTable } from './export-tables.ts';

/** Rows per page. Kept small, because some hold whole messages. */
const PAGE = 200;
/** Largest file in a response. */
const MOST_PACKED = 32 * 1024 ** 2;

type Row = Record<string, SqlValue>;

interface Export {
  readonly account_id: number;
  readonly to: string;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
}

/** Exports all data of a customer to a ZIP file of JSON files. */
export async function exportAccount(dependencies: Dependencies, { account_id, to }: Export) {
  const { db, clock } = dependencies;
  await requireAccount(db, account_id);
  const file = await openNew(to);
  let rows: Record<string, number>;
  try {
    rows = await writeArchive(dependencies, account_id, (bytes) => file.writeFile(bytes));
    await file.sync();
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return { file: to, size_bytes: (await stat(to)).size, exported_at: formatTime(clock.now()), rows };
}

/** Returns all data of a customer as a ZIP file in base64. Throws CONFLICT if it is too large for a response. */
export async function packAccount(dependencies: Dependencies, { account_id }: { account_id: number }) {
  const { db, clock } = dependencies;
  await requireAccount(db, account_id);
  const parts: Buffer[] = [];
  let size = 0;
  await writeArchive(dependencies, account_id, async (bytes) => {
    size += bytes.length;
    if (size > MOST_PACKED) throw conflict(describeLarge(account_id));
    parts.push(bytes);
  });
  const name = `customer-${account_id}.zip`;
  return new WithFile({ name, content: FILE, size_bytes: size, exported_at: formatTime(clock.now()) }, parts);
}

async function requireAccount(db: Database, account_id: number): Promise<void> {
  if (!(await db.read(ACCOUNT.one({ account_id })))) throw notFound('Account');
}

function describeLarge(id: number): string {
  return `The export is larger than ${MOST_PACKED / 1024 ** 2} MB. Run this on the server instead: hostler account export --account ${id} --to customer-${id}.zip`;
}

/** Writes the archive page by page without blocking others. Returns the number of rows of each table. */
async function writeArchive(
  { db, clock }: Dependencies,
  account_id: number,
  write: (bytes: Buffer) => Promise<unknown>,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  // The audit log tells the owners that a copy was taken.
  await db.write(() => audit({ accounts: [account_id], changed: [], now: clock.now() }));
  const entries = Object.entries(EXPORTED).map(([name, table]) => {
    rows[name] = 0;
    const count = (more: number) => {
      rows[name] = (rows[name] ?? 0) + more;
    };
    return { name: `${name}.json`, texts: writeRows(readPages(db, table, account_id), count) };
  });
  await writeZip(entries, write);
  return rows;
}

/** Creates a file that only its owner can read. Never overwrites a file. */
async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw errors.file_exists({ path });
    throw error;
  }
}

const ACCOUNT = sql<{ account_id: number }, { id: number }>('select id from accounts where id = :account_id');

/** Yields a text per page, in a turn of its own: one per row would take most of the time of the export. */
async function* writeRows(
  pages: AsyncIterable<readonly object[]>,
  count: (rows: number) => void,
): AsyncIterable<string> {
  let before = '[\n';
  for await (const rows of pages) {
    count(rows.length);
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
    await oneByOne();
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* readPages(db: Database, table: ExportedTable, account_id: number): AsyncIterable<readonly object[]> {
  const { first, next } = statementsOf(table);
  const names = table.key.map((column) => column.replace('t.', ''));
  let page = await db.read(first.all({ account_id, limit: PAGE }));
  for (;;) {
    if (page.length > 0) yield page.map((row) => show(row, table));
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
function show(row: Row, { json = [], marked = {} }: ExportedTable): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (json.includes(name) && typeof value === 'string') return [name, mark(JSON.parse(value), marked)];
      return [name, TIME.test(name) && typeof value === 'number' ? formatTime(value) : value];
    }),
  );
}

/** Replaces secret fields by marks that they exist. */
function mark(value: unknown, marked: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, content]) => {
      const name = marked[field];
      return name === undefined ? [field, content] : [name, true];
    }),
  );
}
