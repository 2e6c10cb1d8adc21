import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Query } from '@hostler/database';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import { type ArchiveFolder, ForeignArchive, type Highest } from './folder.ts';
import { createIssuingGate, type Hold } from './gate.ts';
import { boundsOf, bucketOf, nameSeries, readNumber, type Series, writeNumber } from './number.ts';
import {
  type ArchivedRow,
  findByNumber,
  type GivenSeries,
  listGivenSeries,
  listNumbers,
  listToArchive,
  markArchived,
} from './operator-store.ts';
import { writeRecord } from './record.ts';

/** Documents per transaction, and concurrent writes to the disk. */
const AT_ONCE = 50;
const SIDE_BY_SIDE = 8;
/** Storage that hangs is treated as storage that cannot be written. */
const PATIENCE_MS = 5 * SECOND;

interface Dependencies {
  db: Database;
  clock: Clock;
  folder: ArchiveFolder;
  /** Called after every check, with what it found. */
  onChecked(hold: Hold | undefined): Promise<void>;
}

interface Compared {
  readonly hold: Hold | undefined;
  readonly highest?: readonly Highest[];
}

export type DocumentArchive = ReturnType<typeof createDocumentArchive>;

/** Keeps a file of every issued document outside the database. */
export function createDocumentArchive({ db, clock, folder, onChecked }: Dependencies) {
  const gate = createIssuingGate(check);
  let checking: Promise<Hold | undefined> | undefined;
  /** Numbers whose file holds another document. */
  const different = new Set<string>();

  /** Finds out whether documents may be issued. One check at a time: storage that hangs must not pile up calls. Never throws. */
  function check(): Promise<Hold | undefined> {
    checking ??= checkArchive().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  async function checkArchive(): Promise<Hold | undefined> {
    const compared = await Promise.race([compare(), giveUp()]);
    if (!compared) return undefined;
    const { hold, highest } = compared;
    gate.set(hold, highest);
    await onChecked(hold).catch(() => {});
    return hold;
  }

  /**
   * The archive is read first: files are written after their commit, so it is ahead only of a database that was restored.
   * Returns undefined if the database is unavailable, which says nothing about the archive.
   */
  async function compare(): Promise<Compared | undefined> {
    try {
      await folder.claim();
      const highest = await folder.findHighest();
      const given = await db.read(listGivenSeries());
      const ahead = highest.find((series) => series.position > lastOf(given, series));
      if (ahead) return { hold: describeAhead(ahead, lastOf(given, ahead)), highest };
      await folder.probe();
      for (const number of different) {
        const row = await db.read(findByNumber(number));
        if (!row || row.archived_at !== null) different.delete(number);
      }
      return { hold: describeDifferent([...different]), highest };
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return undefined;
      return { hold: describeFailure(folder.path, error) };
    }
  }

  async function giveUp(): Promise<Compared> {
    await sleep(PATIENCE_MS, undefined, { ref: false });
    const reason = `it has not answered within ${PATIENCE_MS / SECOND} seconds`;
    return { hold: describeUnwritable(folder.path, reason) };
  }

  /** Writes the files that are missing, those that a mail waits for first. Returns how many documents were recorded. */
  async function extend(): Promise<number> {
    return (await extendBy('to mail')) + (await extendBy('all'));
  }

  async function extendBy(what: 'to mail' | 'all'): Promise<number> {
    let written = 0;
    for (let after = 0; ; ) {
      const rows = await db.read(listToArchive(what, after, AT_ONCE));
      const last = rows.at(-1);
      if (!last) return written;
      written += await record(rows);
      after = last.id;
    }
  }

  async function record(rows: readonly ArchivedRow[]): Promise<number> {
    const recorded: ArchivedRow[] = [];
    try {
      await folder.claim();
      for (let index = 0; index < rows.length; index += SIDE_BY_SIDE) {
        const some = rows.slice(index, index + SIDE_BY_SIDE);
        const done = await Promise.all(some.map(write));
        recorded.push(...some.filter((_, position) => done[position]));
      }
    } catch (error) {
      const hold = describeFailure(folder.path, error);
      gate.set(hold);
      await onChecked(hold);
      throw error;
    } finally {
      if (recorded.length > 0) await db.write(() => markArchived(recorded, clock.now()));
    }
    return recorded.length;
  }

  async function write(row: ArchivedRow): Promise<boolean> {
    const number = readNumber(row.number);
    if (!number) throw new Error(`${row.number} is not the number of a document`);
    if (!(await folder.write(number, writeRecord(row)))) {
      different.add(row.number);
      return false;
    }
    different.delete(row.number);
    gate.note(row.number);
    return true;
  }

  /** Writes what is missing; everything again if the archive was lost. Returns how many documents were recorded. */
  async function keepUp(): Promise<number> {
    const written = await extend();
    const [highest, given] = [await folder.findHighest(), await db.read(listGivenSeries())];
    const isBehind = given.some((series) => series.last > positionOf(highest, series));
    return isBehind ? written + (await mend()) : written;
  }

  /** Writes again what was deleted from the archive: compares all names with all numbers. Returns how many. */
  async function mend(): Promise<number> {
    let written = 0;
    for (const series of await db.read(listGivenSeries())) {
      for (let bucket = 0; bucket <= bucketOf(series.last); bucket++) {
        const { missing } = await compareBucket(series, bucket);
        for (let index = 0; index < missing.length; index += AT_ONCE) {
          written += await record(await db.read(findAll(missing.slice(index, index + AT_ONCE))));
        }
      }
    }
    return written;
  }

  /**
   * Compares up to 1000 documents. Returns the ones that only the database has, and the ones that only the archive has.
   */
  async function compareBucket(series: Series, bucket: number) {
    const { first, last } = boundsOf(bucket);
    const filed = (await folder.listPositions(series, bucket)).map((position) => writeNumber({ ...series, position }));
    const bounds = [first, last].map((position) => writeNumber({ ...series, position }));
    const known = (await db.read(listNumbers(bounds[0] ?? '', bounds[1] ?? ''))).filter((number) => {
      const read = readNumber(number);
      return read && nameSeries(read) === nameSeries(series) && bucketOf(read.position) === bucket;
    });
    const [inArchive, inDatabase] = [new Set(filed), new Set(known)];
    return {
      missing: known.filter((number) => !inArchive.has(number)),
      lost: filed.filter((number) => !inDatabase.has(number)),
    };
  }

  /** Documents that only the archive has, series by series and in order. */
  async function* listLost(): AsyncGenerator<string> {
    for (const series of await folder.listSeries()) {
      for (const bucket of await folder.listBuckets(series)) yield* (await compareBucket(series, bucket)).lost;
    }
  }

  /** Keeps both documents of a number that was issued twice, so that issuing can continue. Returns the numbers. */
  async function keepSecond(): Promise<string[]> {
    const kept: string[] = [];
    for (const text of different) {
      const [row, number] = [await db.read(findByNumber(text)), readNumber(text)];
      if (!row || !number) continue;
      await folder.writeSecond(number, writeRecord(row));
      await db.write(() => markArchived([row], clock.now()));
      kept.push(text);
    }
    different.clear();
    return kept;
  }

  return { gate, check, extend, keepUp, mend, listLost, keepSecond };
}

export function lastOf(given: readonly GivenSeries[], { type, year }: Series): number {
  return given.find((series) => series.type === type && series.year === year)?.last ?? 0;
}

export function positionOf(highest: readonly Highest[], { type, year }: Series): number {
  return highest.find((series) => series.type === type && series.year === year)?.position ?? 0;
}

function* findAll(numbers: readonly string[]): Query<ArchivedRow[]> {
  const rows: ArchivedRow[] = [];
  for (const number of numbers) {
    const row = yield* findByNumber(number);
    if (row) rows.push(row);
  }
  return rows;
}

function describeAhead(series: Highest, last: number): Hold {
  const known = last === 0 ? 'no document of that series' : `only ${writeNumber({ ...series, position: last })}`;
  return {
    kind: 'ahead',
    sentence:
      `No documents are issued: the document archive has ${writeNumber(series)}, but the database has ${known}. ` +
      'See `hostler invoice series`, then run `hostler invoice series --continue --reason "…"`.',
  };
}

function describeDifferent([number]: readonly string[]): Hold | undefined {
  if (number === undefined) return undefined;
  return {
    kind: 'different',
    sentence:
      `No documents are issued: ${number} in the document archive differs from the document in the database. ` +
      'Run `hostler invoice series --continue --reason "…"`, which keeps both.',
  };
}

function describeFailure(path: string, error: unknown): Hold {
  if (error instanceof ForeignArchive) {
    return {
      kind: 'foreign',
      sentence:
        `No documents are issued: the document archive in ${path} belongs to another installation. ` +
        'Set HOSTLER_DOCUMENT_ARCHIVE to a folder that only this installation uses.',
    };
  }
  return describeUnwritable(path, (error as NodeJS.ErrnoException).code ?? String(error));
}

function describeUnwritable(path: string, reason: string): Hold {
  return {
    kind: 'unwritable',
    sentence:
      `No documents are issued: the document archive in ${path} cannot be used (${reason}). ` +
      'Make it writable. Issuing then continues automatically.',
  };
}
