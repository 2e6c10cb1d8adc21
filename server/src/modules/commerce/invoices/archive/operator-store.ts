import { type Query, sql } from '@hostler/database';
import { type InvoiceRow, insertNumbered, invoices, type NewInvoiceRow } from '../store.ts';
import { compareSeries, type Series } from './number.ts';

/** A document with what its file says besides. */
export type ArchivedRow = InvoiceRow & {
  account_id: number;
  account_created_at: number;
  corrects_number: string | null;
};

const SELECT = `select account_id, ${invoices.columns},
  (select created_at from accounts where accounts.id = invoices.account_id) as account_created_at,
  (select corrected.number from invoices as corrected where corrected.id = invoices.corrects_id) as corrects_number
  from invoices`;
const TO_ARCHIVE = sql<{ id: number; limit: number }, ArchivedRow>(
  `${SELECT} where archived_at is null and id > :id order by id limit :limit`,
);
const TO_MAIL = sql<{ id: number; limit: number }, ArchivedRow>(
  `${SELECT} where mail_at is not null and archived_at is null and id > :id order by id limit :limit`,
);
const BY_NUMBER = sql<{ number: string }, ArchivedRow>(`${SELECT} where number = :number`);
const NUMBERS = sql<{ first: string; last: string }, { number: string }>(
  'select number from invoices where number >= :first and number <= :last',
);
const MARK = sql<{ account_id: number; id: number; at: number }>(
  'update invoices set archived_at = :at where account_id = :account_id and id = :id',
);
const INVOICE_SERIES = sql<object, { year: number; last_number: number }>(
  'select year, last_number from invoice_numbers',
);
const CREDIT_NOTE_SERIES = sql<object, { year: number; last_number: number }>(
  'select year, last_number from credit_note_numbers',
);
const WAITING = sql<object, { count: number }>(
  'select cast(count(*) as bigint) as count from invoices where archived_at is null',
);
const ON_HOLD = sql<object, { number: string }>(
  `select number from invoices where on_hold = 1 and status in ('unpaid', 'overdue') order by id limit 1`,
);
const ACCOUNT = sql<{ account_id: number; created_at: number }, { id: number }>(
  'select id from accounts where id = :account_id and created_at = :created_at',
);
const RELEASE = sql<{ account_id: number; id: number }>(
  'update invoices set on_hold = 0 where account_id = :account_id and id = :id and on_hold = 1',
);
const MOVE_ON = {
  invoice: moveOn('invoice_numbers'),
  credit_note: moveOn('credit_note_numbers'),
};
const NOTE_MOVE = sql<SeriesMove>(
  `insert into document_series_moves (series, from_number, to_number, reason, at)
   values (:series, :from_number, :to_number, :reason, :at)`,
);
const MOVES = sql<object, SeriesMove>(
  'select series, from_number, to_number, reason, at from document_series_moves order by id desc limit 20',
);

/** Staff moved a series past the documents that only the archive has. */
export interface SeriesMove {
  series: string;
  from_number: number;
  to_number: number;
  reason: string;
  at: number;
}

/** A series with the last position that the database has given. */
export interface GivenSeries extends Series {
  readonly last: number;
}

/** Lists documents without a file after an id: all of them, or those whose mail waits for it. */
export function listToArchive(what: 'all' | 'to mail', id: number, limit: number): Query<ArchivedRow[]> {
  return (what === 'all' ? TO_ARCHIVE : TO_MAIL).all({ id, limit });
}

export function findByNumber(number: string): Query<ArchivedRow | undefined> {
  return BY_NUMBER.one({ number });
}

export function* listNumbers(first: string, last: string): Query<string[]> {
  return (yield* NUMBERS.all({ first, last })).map(({ number }) => number);
}

export function* markArchived(rows: readonly { account_id: number; id: number }[], at: number): Query<void> {
  for (const { account_id, id } of rows) yield* MARK.send({ account_id, id, at });
}

export function* listGivenSeries(): Query<GivenSeries[]> {
  const given = (type: Series['type'], rows: { year: number; last_number: number }[]) =>
    rows.map(({ year, last_number }): GivenSeries => ({ type, year, last: last_number }));
  const found = [
    ...given('invoice', yield* INVOICE_SERIES.all({})),
    ...given('credit_note', yield* CREDIT_NOTE_SERIES.all({})),
  ];
  return found.sort(compareSeries);
}

export function* countWaiting(): Query<number> {
  return (yield* WAITING.one({}))?.count ?? 0;
}

/** Returns the oldest restored document that staff have not decided about. */
export function* findOnHold(): Query<string | undefined> {
  return (yield* ON_HOLD.one({}))?.number;
}

/** Returns whether this is the account that the document was issued to, and not a later one with the same id. */
export function* isSameAccount(accountId: number, createdAt: number): Query<boolean> {
  return (yield* ACCOUNT.one({ account_id: accountId, created_at: createdAt })) !== undefined;
}

/** Returns false if it is not on hold. */
export function* releaseHold(accountId: number, id: number): Query<boolean> {
  return (yield* RELEASE.run({ account_id: accountId, id })) === 1;
}

/** Later numbers of the series are higher than this one. Never moves a series back. */
export function* moveSeriesOn({ type, year }: Series, to: number): Query<void> {
  yield* MOVE_ON[type].run({ year, to });
}

export function* noteMove(move: SeriesMove): Query<void> {
  yield* NOTE_MOVE.run(move);
}

/** The newest 20. */
export function listMoves(): Query<SeriesMove[]> {
  return MOVES.all({});
}

/** Inserts a document under the number that it has already. */
export function* insertRestored(accountId: number, row: NewInvoiceRow, number: string): Query<InvoiceRow> {
  const [inserted] = yield* insertNumbered([{ accountId, invoice: row, number }]);
  return inserted as InvoiceRow;
}

function moveOn(table: string) {
  return sql<{ year: number; to: number }>(
    `insert into ${table} (year, last_number) values (:year, :to) on conflict (year) do update
     set last_number = case when ${table}.last_number < excluded.last_number then excluded.last_number else ${table}.last_number end`,
  );
}
