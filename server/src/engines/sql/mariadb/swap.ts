import { nameBeside } from '../names.ts';
import {
  dropBeside,
  hasDatabase,
  isLockedOut,
  letAccountIn,
  lockAccountOut,
  makeDatabase,
  requireOwner,
} from './databases.ts';
import { createPrograms, dropPrograms, type Program, readPrograms } from './programs.ts';
import { restoreSequenceDefaults } from './sequence-defaults.ts';
import { type MariadbSession, quoteName } from './session.ts';
import { type Charset, formatCharset, listTables, readCharset, type SequenceDefault } from './tables.ts';

/** The whole content of a database: its tables, wherever they stand at the moment, and its programs. */
interface Content extends Charset {
  readonly tables: readonly string[];
  readonly programs: readonly Program[];
  readonly sequenceDefaults: readonly SequenceDefault[];
}

/** Written down on the server before the first table moves, so that whoever comes next can finish it. */
interface Journal {
  readonly owner: string;
  /** Whether the owner was locked out already, and stays so; absent in what an older version wrote. */
  readonly closed?: boolean;
  readonly old: Content;
  readonly new: Content;
}

interface Swap {
  database: string;
  owner: string;
  incoming: Content;
}

/**
 * Makes the loaded content that of the customer's database. The server cannot rename a database, but it moves tables
 * from one to another, all of them in one step; the programs are made anew around them. The customer is locked out
 * for that moment. What fails is put back.
 */
export async function swapContents(session: MariadbSession, { database, owner, incoming }: Swap): Promise<void> {
  const journal = await beginSwap(session, database, owner, incoming);
  const failure = await endSwap(session, database, journal);
  if (failure !== undefined) throw failure;
}

/**
 * What the place of a swap says in its comment until there is a journal: nothing happened yet, or the owner may be locked out who
 * was in before, or was out already. An older version wrote none, and let in whom it found.
 */
type Stage = 'begun' | 'open' | 'closed' | '';

/** From its place saying so the customer may be locked out, from its being written tables may have moved. */
async function beginSwap(
  session: MariadbSession,
  database: string,
  owner: string,
  incoming: Content,
): Promise<Journal> {
  const place = nameBeside(database, 'swap');
  let closed: boolean | undefined;
  await session.query(`create database ${quoteName(place)} character set utf8mb4 comment '${'begun' satisfies Stage}'`);
  try {
    // Who locks the owner out from here on finds the place, and does so again when it is gone (access.ts).
    closed = await isLockedOut(session, owner);
    const stage: Stage = closed ? 'closed' : 'open';
    await session.query(`alter database ${quoteName(place)} comment '${stage}'`);
    await lockAccountOut(session, owner);
    const journal = { owner, closed, old: await readContent(session, database), new: incoming };
    await writeJournal(session, place, journal);
    return journal;
  } catch (error) {
    if (closed === false) await letAccountIn(session, owner);
    await dropBeside(session, database);
    throw error;
  }
}

/**
 * Forward if possible, otherwise back: then it answers why. When neither works, the journal stays for the next who
 * comes, and the customer stays out.
 */
async function endSwap(session: MariadbSession, database: string, journal: Journal): Promise<unknown> {
  let failure: unknown;
  await makeDatabase(session, database);
  await makeDatabase(session, nameBeside(database, 'old'));
  try {
    await arrange(session, database, journal, 'new');
  } catch (error) {
    failure = error;
    await arrange(session, database, journal, 'old');
  }
  if (!journal.closed) await letAccountIn(session, journal.owner);
  await dropBeside(session, database);
  return failure;
}

/** Ends what a crash interrupted; the caller holds the lock. */
export async function finishInterruptedSwap(session: MariadbSession, database: string): Promise<void> {
  if (!(await isSwapping(session, database))) return;
  const journal = await readJournal(session, nameBeside(database, 'swap'));
  if (journal) {
    await endSwap(session, database, journal);
  } else {
    const stage = await readStage(session, nameBeside(database, 'swap'));
    if (stage === 'open' || stage === '') await letAccountIn(session, await requireOwner(session, database));
    await dropBeside(session, database);
  }
}

async function readStage(session: MariadbSession, place: string): Promise<Stage | undefined> {
  const [row] = await session.query<{ stage: Stage }>(
    'select SCHEMA_COMMENT as stage from information_schema.SCHEMATA where SCHEMA_NAME = ?',
    [place],
  );
  return row?.stage;
}

/** Whether a swap is going on, or was when its process died. */
export function isSwapping(session: MariadbSession, database: string): Promise<boolean> {
  return hasDatabase(session, nameBeside(database, 'swap'));
}

/** Brings the database to either side's content, from wherever an earlier try left it. */
async function arrange(
  session: MariadbSession,
  database: string,
  journal: Journal,
  side: 'old' | 'new',
): Promise<void> {
  const { programs, sequenceDefaults, ...charset } = journal[side];
  // A table with triggers stays where it is.
  await dropPrograms(session, database);
  await moveTables(session, database, journal, side);
  await session.query(`alter database ${quoteName(database)} ${formatCharset(charset)}`);
  if (side === 'new') await restoreSequenceDefaults(session, database, sequenceDefaults);
  await session.query(`use ${quoteName(database)}`);
  const owner = `${quoteName(journal.owner)}@\`%\``;
  await createPrograms(session, programs, ({ definer }) => (side === 'new' ? owner : definer));
}

/** First out, then in: both sides may have a table of the same name. */
async function moveTables(
  session: MariadbSession,
  database: string,
  journal: Journal,
  side: 'old' | 'new',
): Promise<void> {
  const place = { old: nameBeside(database, 'old'), new: nameBeside(database, 'new') };
  const other = side === 'old' ? 'new' : 'old';
  const away = {
    old: new Set(await listTables(session, place.old)),
    new: new Set(await listTables(session, place.new)),
  };
  const leaving = journal[other].tables.filter((table) => !away[other].has(table));
  const coming = journal[side].tables.filter((table) => away[side].has(table));
  const move = (table: string, from: string, to: string) =>
    `${quoteName(from)}.${quoteName(table)} to ${quoteName(to)}.${quoteName(table)}`;
  const moves = [
    ...leaving.map((table) => move(table, database, place[other])),
    ...coming.map((table) => move(table, place[side], database)),
  ];
  if (moves.length > 0) await session.query(`rename table ${moves.join(', ')}`);
}

/** A database that its owner dropped has the content of a new one. */
async function readContent(session: MariadbSession, database: string): Promise<Content> {
  await makeDatabase(session, database);
  const charset = await readCharset(session, database);
  if (!charset) throw new Error('The database has gone.');
  return {
    ...charset,
    tables: await listTables(session, database),
    programs: await readPrograms(session, database),
    sequenceDefaults: [],
  };
}

async function writeJournal(session: MariadbSession, place: string, journal: Journal): Promise<void> {
  await session.query(`create table ${quoteName(place)}.journal (content longtext not null) engine = InnoDB`);
  await session.query(`insert into ${quoteName(place)}.journal values (?)`, [JSON.stringify(journal)]);
}

/** Undefined when it was not written yet: then nothing has moved. */
async function readJournal(session: MariadbSession, place: string): Promise<Journal | undefined> {
  if ((await listTables(session, place)).length === 0) return undefined;
  const [row] = await session.query<{ content: string }>(`select content from ${quoteName(place)}.journal`);
  return row && (JSON.parse(row.content) as Journal);
}
