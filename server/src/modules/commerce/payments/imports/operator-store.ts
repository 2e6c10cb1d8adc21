import {
  byColumn,
  defineStaffList,
  later,
  lockName,
  type NewRow,
  nullable,
  number,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import { LINE_STATUSES, type LineFilter, type LineStatus } from './schemas.ts';

/** Lines of the company's bank statements. They belong to no account until they are matched. */
const lines = table(
  'statement_lines',
  {
    id: number(),
    key: text(),
    account_id: later(number()),
    payment_id: later(number()),
    status: text<LineStatus>(),
    booked_at: number(),
    amount: number(),
    currency: text(),
    name: text(),
    iban: nullable(text()),
    text: text(),
    imported_at: number(),
    /** The company's account. Empty if the file named none, null (like the format) in rows of earlier versions. */
    bank_account: nullable(text()),
    reference: nullable(text()),
    format: nullable(text()),
    /** Result of the import: why the line waits, or that its reference was used before. */
    note: nullable(text()),
    /** Reason of the dismissal. */
    reason: later(text()),
  },
  { unique: 'key' },
);
export type LineRow = Row<typeof lines>;

interface OfDay extends Pick<LineRow, 'booked_at' | 'amount' | 'currency'> {
  readonly format: string;
  readonly bank_account: string;
}

const COLUMNS = lines.columns;
const LATEST = sql<object, { id: number }>('select id from statement_lines order by id desc limit 1');
const FIND = sql<{ id: number }, LineRow>(`select ${COLUMNS} from statement_lines where id = :id`);
const BY_KEY = sql<{ key: string }, LineRow>(`select ${COLUMNS} from statement_lines where key = :key`);
/** Not those of the same account and format, which are told apart by their keys: thousands may pay the same amount. */
const ELSEWHERE = sql<OfDay, LineRow>(
  `select ${COLUMNS} from statement_lines
   where booked_at = :booked_at and amount = :amount and currency = :currency
     and (format is null or format <> :format or bank_account <> :bank_account) order by id`,
);
const BY_REFERENCE = sql<{ bank_account: string; reference: string; until: number }, { id: number }>(
  `select id from statement_lines where bank_account = :bank_account and reference = :reference and id <= :until
   order by id desc limit 1`,
);
const WAITING = sql<object, { count: number; oldest: number | null }>(
  `select count(*) as count, min(imported_at) as oldest from statement_lines where status in ('unmatched', 'held')`,
);
const MATCH = sql<{ id: number; account_id: number; payment_id: number }, LineRow>(
  `update statement_lines set status = 'matched', account_id = :account_id, payment_id = :payment_id
   where id = :id and status <> 'matched' returning ${COLUMNS}`,
);
const DISMISS = sql<{ id: number; reason: string }, LineRow>(
  `update statement_lines set status = 'dismissed', reason = :reason
   where id = :id and status in ('unmatched', 'held') returning ${COLUMNS}`,
);

/** Serialises imports, so that each sees the lines of the other. */
export function lockImports(): Query<void> {
  return lockName('bank statement import');
}

/** Returns undefined if the line was imported before. */
export function insertLine(row: NewRow<typeof lines>): Query<LineRow | undefined> {
  return lines.insert(row);
}

/** Returns the id of the newest line, or 0. */
export function* findLatestLine(): Query<number> {
  return (yield* LATEST.one({}))?.id ?? 0;
}

export function findLine(id: number): Query<LineRow | undefined> {
  return FIND.one({ id });
}

export function findLineByKey(key: string): Query<LineRow | undefined> {
  return BY_KEY.one({ key });
}

/** Returns lines of the same day and amount from other files: of another account or format, or of earlier versions. */
export function listLinesElsewhere(of: OfDay): Query<LineRow[]> {
  return ELSEWHERE.all(of);
}

/** Returns the newest line up to `until` with this bank reference. */
export function findLineByReference(
  bankAccount: string,
  reference: string,
  until: number,
): Query<{ id: number } | undefined> {
  return BY_REFERENCE.one({ bank_account: bankAccount, reference, until });
}

export const listLines = defineStaffList<LineRow, LineFilter>({
  select: `select ${COLUMNS} from statement_lines`,
  statuses: { waiting: `status in ('unmatched', 'held')`, ...byColumn(LINE_STATUSES) },
  searched: ['name', 'text'],
});

/** Counts the lines that wait for staff. */
export function* countWaiting(): Query<{ count: number; oldest: number | null }> {
  return (yield* WAITING.one({})) ?? { count: 0, oldest: null };
}

/** Returns undefined if the line is matched already. */
export function matchLine(id: number, accountId: number, paymentId: number): Query<LineRow | undefined> {
  return MATCH.one({ id, account_id: accountId, payment_id: paymentId });
}

/** Returns undefined if the line no longer waits. */
export function dismissLine(id: number, reason: string): Query<LineRow | undefined> {
  return DISMISS.one({ id, reason });
}
