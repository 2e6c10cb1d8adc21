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

/** Whole content of a database: its tables, wherever they are at the moment, and its programs. */
interface Content extends Charset {
  readonly tables: readonly string[];
  readonly programs: readonly Program[];
  readonly sequenceDefaults: readonly SequenceDefault[];
}

/** Stored on the server before the first table moves, so that the next process can complete the swap. */
interface Journal {
  readonly owner: string;
  /** Set if the owner was locked out before, and stays so; absent in journals of older versions. */
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
 * Replaces the content of the customer's database with the loaded one. The server cannot rename a database, but it
 * moves all tables to another in one step; the programs are recreated. The customer is locked out meanwhile. If it
 * fails, the old content is restored.
 */
export async function swapContents(session: MariadbSession, { database, owner, incoming }: Swap): Promise<void> {
  const journal = await beginSwap(session, database, owner, incoming);
  const failure = await endSwap(session, database, journal);
  if (failure !== undefined) throw failure;
}

/**
 * Stage in the comment of the swap database until there is a journal. `begun`: nothing changed yet. `open`: the owner
 * may be locked out and was unlocked before. `closed`: the owner was locked out before. Older versions wrote none, and
 * always unlocked the owner.
 */
type Stage = 'begun' | 'open' | 'closed' | '';

/** Once the stage is written the customer may be locked out; once the journal is written tables may have moved. */
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
    // A change of access from here on finds the swap, and is repeated when it is gone (access.ts).
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
 * Completes the swap if possible, otherwise rolls it back and returns the error. If neither works, the journal stays
 * for the next process, and the customer stays locked out.
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

/** Completes a swap that a crash interrupted. The caller must hold the lock. */
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

/** Returns whether a swap is running, or was interrupted by a crash. */
export function isSwapping(session: MariadbSession, database: string): Promise<boolean> {
  return hasDatabase(session, nameBeside(database, 'swap'));
}

/** Arranges the database with the content of either side, from any state an earlier attempt left. */
async function arrange(
  session: MariadbSession,
  database: string,
  journal: Journal,
  side: 'old' | 'new',
): Promise<void> {
  const { programs, sequenceDefaults, ...charset } = journal[side];
  // A table with triggers cannot be moved.
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

/** Returns undefined if the journal was not written yet: then nothing has moved. */
async function readJournal(session: MariadbSession, place: string): Promise<Journal | undefined> {
  if ((await listTables(session, place)).length === 0) return undefined;
  const [row] = await session.query<{ content: string }>(`select content from ${quoteName(place)}.journal`);
  return row && (JSON.parse(row.content) as Journal);
}
