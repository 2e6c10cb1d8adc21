import { type Query, sql } from '../../../../kernel/db/query.ts';
import { later, type NewRow, nullable, number, type Row, table, text } from '../../../../kernel/db/table.ts';
import type { LineStatus } from './schemas.ts';

/** Lines of the company's bank statements: nobody's until they are matched. */
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
  },
  { unique: 'key' },
);
export type LineRow = Row<typeof lines>;

const FIND = sql<{ id: number }, LineRow>(`select ${lines.columns} from statement_lines where id = :id`);
const BY_STATUS = sql<{ status: LineStatus; limit: number }, LineRow>(
  `select ${lines.columns} from statement_lines where status = :status order by id desc limit :limit`,
);
const MATCH = sql<{ id: number; account_id: number; payment_id: number }, LineRow>(
  `update statement_lines set status = 'matched', account_id = :account_id, payment_id = :payment_id
   where id = :id and status = 'unmatched' returning ${lines.columns}`,
);

/** Undefined: it was imported before. */
export function insertLine(row: NewRow<typeof lines>): Query<LineRow | undefined> {
  return lines.insert(row);
}

export function findLine(id: number): Query<LineRow | undefined> {
  return FIND.one({ id });
}

export function listNewestLines(status: LineStatus, limit: number): Query<LineRow[]> {
  return BY_STATUS.all({ status, limit });
}

/** Undefined: it is matched already. */
export function matchLine(id: number, accountId: number, paymentId: number): Query<LineRow | undefined> {
  return MATCH.one({ id, account_id: accountId, payment_id: paymentId });
}
