import { type Database, lockName, type Query } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import { audit } from '#kernel/audit/record.ts';
import { yearIn } from '#kernel/calendar.ts';
import { fieldErrors, validationError } from '#kernel/errors.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import type { InvoiceFollowers } from '../../followers.ts';
import type { Invoice, InvoiceType } from '../../schemas.ts';
import { findRow } from '../../settlement.ts';
import { viewInvoice } from '../../view.ts';
import { errors } from '../errors.ts';
import type { ArchiveFolder } from '../folder.ts';
import { compareSeries, nameSeries, readNumber, writeNumber } from '../number.ts';
import { type DocumentArchive, lastOf, positionOf } from '../operator-service.ts';
import * as store from '../operator-store.ts';
import { readRecord } from '../record.ts';
import { type Restored, restoreDocument } from '../restoring/operator-service.ts';

/** Documents restored per transaction. */
const AT_ONCE = 50;
const LONGEST_REASON = 200;
const HIGHEST_START = 999_999;

interface Dependencies {
  db: Database;
  clock: Clock;
  folder: ArchiveFolder;
  archive: DocumentArchive;
  followers: InvoiceFollowers;
  trade: { readonly timeZone: string };
}

/** The last numbers of a series in the database and in the archive. */
export interface SeriesState {
  readonly series: string;
  readonly in_database: number;
  readonly in_archive: number;
  readonly state: 'equal' | 'archive ahead' | 'database ahead';
  readonly moved: string | null;
}

export type SeriesOperatorService = ReturnType<typeof createSeriesOperatorService>;

export function createSeriesOperatorService({ db, clock, folder, archive, followers, trade }: Dependencies) {
  async function list(): Promise<SeriesState[]> {
    const [highest, given] = [await folder.findHighest(), await db.read(store.listGivenSeries())];
    const moves = await db.read(store.listMoves());
    const all = new Map([...highest, ...given].map((series) => [nameSeries(series), series]));
    return [...all.values()].sort(compareSeries).map((one) => {
      const [series, in_database, in_archive] = [nameSeries(one), lastOf(given, one), positionOf(highest, one)];
      const isAhead = in_archive > in_database;
      const state = in_archive === in_database ? 'equal' : isAhead ? 'archive ahead' : 'database ahead';
      const move = moves.find((entry) => entry.series === series);
      const moved = move ? `${formatTime(move.at)}: ${move.from_number} → ${move.to_number}, ${move.reason}` : null;
      return { series, in_database, in_archive, state, moved };
    });
  }

  /**
   * Moves every series past the numbers of the archive and restores the documents that only the archive has. Can be
   * repeated after an interruption and does the rest.
   */
  async function goOn({ reason }: { reason: string | undefined }): Promise<Restored[]> {
    const why = requireReason(reason);
    await folder.claim();
    const highest = await folder.findHighest();
    await db.write(() => moveOn(highest, why));
    const results: Restored[] = [];
    for await (const numbers of inBatches(archive.listLost(), AT_ONCE)) results.push(...(await restore(numbers)));
    await archive.extend();
    for (const number of await archive.keepSecond()) results.push({ number, result: 'kept_twice' });
    await archive.check();
    return results;
  }

  /** Runs first: from here on no number of the archive is issued again, whatever happens to the documents. */
  function* moveOn(highest: Awaited<ReturnType<ArchiveFolder['findHighest']>>, reason: string): Query<void> {
    yield* lockName('document archive');
    const [given, at] = [yield* store.listGivenSeries(), clock.now()];
    for (const one of highest) {
      const [series, from_number, to_number] = [nameSeries(one), lastOf(given, one), one.position];
      if (to_number <= from_number) continue;
      yield* store.moveSeriesOn(one, to_number);
      yield* store.noteMove({ series, from_number, to_number, reason, at });
      const label = `${series}: ${from_number} to ${to_number}, ${reason}`;
      yield* audit({ record: { type: 'document_series', id: one.year, label }, changed: ['last_number'], now: at });
    }
  }

  /** Returns whether a document was issued or staff have chosen a number. */
  function* hasNumbers(): Query<boolean> {
    return (yield* store.listGivenSeries()).length > 0;
  }

  /**
   * Chooses the first number of this year, to continue the numbers of another program. Throws CONFLICT if the series
   * has documents: its numbers have no gaps.
   */
  async function begin({ type, next }: { type: InvoiceType; next: number }): Promise<SeriesState> {
    if (next < 1 || next > HIGHEST_START) {
      throw validationError([fieldErrors.not_whole_between('next', { min: 1, max: HIGHEST_START })]);
    }
    const one = { type, year: yearIn(trade.timeZone, clock.now()) };
    const series = nameSeries(one);
    const filed = positionOf(await folder.findHighest(), one);
    await db.write(function* () {
      yield* lockName('document archive');
      const last = lastOf(yield* store.listGivenSeries(), one);
      const isUsed = filed > 0 || (last > 0 && (yield* store.findByNumber(writeNumber({ ...one, position: last }))));
      if (isUsed) throw errors.series_has_documents({ series });
      if (next - 1 < last) throw errors.series_number_not_lower({ series, next: last + 1 });
      const at = clock.now();
      yield* store.moveSeriesOn(one, next - 1);
      yield* store.noteMove({ series, from_number: last, to_number: next - 1, reason: 'First number chosen', at });
      const label = `${series}: next number ${next}`;
      yield* audit({ record: { type: 'document_series', id: one.year, label }, changed: ['last_number'], now: at });
    });
    return (await list()).find((state) => state.series === series) as SeriesState;
  }

  async function restore(numbers: readonly string[]): Promise<Restored[]> {
    const read = await Promise.all(numbers.map(readDocument));
    return db.write(function* () {
      yield* lockName('document archive');
      const results: Restored[] = [];
      for (const [index, document] of read.entries()) {
        const number = numbers[index] ?? '';
        if (document) results.push(yield* restoreDocument(document, clock.now(), followers));
        else results.push({ number, result: 'damaged' });
      }
      return results;
    });
  }

  async function readDocument(text: string) {
    const number = readNumber(text);
    const content = number && (await folder.read(number));
    return content === undefined ? undefined : readRecord(content, text);
  }

  /** Releases an invoice that was not paid. From now on it is collected like any other. */
  function* release({ id, account_id }: { id: number; account_id: number }): Query<Invoice> {
    const row = yield* findRow(account_id, id);
    if (!(yield* store.releaseHold(account_id, id))) throw errors.invoice_not_on_hold({ number: row.number });
    return viewInvoice(yield* findRow(account_id, id));
  }

  /** Reports to `doctor`. */
  async function check(): Promise<EngineHealth> {
    const held = await archive.check();
    const [place, ...todo] = held?.sentence.split(/(?<=\.) (?=[A-Z])/) ?? [];
    if (held) return { reachable: true, version: null, detail: place ?? null, advice: todo.join(' ') };
    const fine = { reachable: true, version: null, advice: null };
    for await (const number of archive.listLost()) {
      const advice = `Restore its file from a copy of the archive if it is damaged, then run \`hostler invoice series --continue --reason "…"\`.`;
      return { ...fine, detail: `${number} and possibly other documents are only in the archive`, advice };
    }
    const onHold = await db.read(store.findOnHold());
    if (onHold !== undefined) {
      const advice = `Find out whether it was paid, then run \`hostler invoice pay\`, \`credit\`, \`write-off\` or \`release\`.`;
      return { ...fine, detail: `${onHold} was restored from the archive and is on hold`, advice };
    }
    const waiting = await db.read(store.countWaiting());
    const detail = waiting === 0 ? `Every document is in ${folder.path}` : `${waiting} documents wait for their file`;
    return { ...fine, detail };
  }

  return { list, continue: goOn, begin, hasNumbers, release, check };
}

function requireReason(reason: string | undefined): string {
  const why = reason?.trim() ?? '';
  if (why !== '' && why.length <= LONGEST_REASON) return why;
  const message = `is required with --continue and must have 1 to ${LONGEST_REASON} characters.`;
  throw validationError([{ field: 'reason', message }]);
}

async function* inBatches<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
