import type { Database, Query, StaffListRequest } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import type { StatementLine } from '#engines/payment/driver.ts';
import { formatMoney } from '#kernel/currency.ts';
import { notFound } from '#kernel/errors.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { findInvoiceByNumber, type Invoice, type InvoiceService, requireInvoiceOwner } from '../../invoices/index.ts';
import { lockMoney } from '../ledger/service.ts';
import type { PaymentService } from '../service.ts';
import { listCandidates } from './candidates.ts';
import { errors } from './errors.ts';
import { isStoredFormerly, keyOf, mayBeSame } from './identity.ts';
import { findInvoiceNumbers } from './match.ts';
import * as store from './operator-store.ts';
import type { LineFilter } from './schemas.ts';

export type ImportedLine = ReturnType<typeof viewLine>;
export type StatementOperatorService = ReturnType<typeof createStatementOperatorService>;

interface Dependencies {
  db: Database;
  clock: Clock;
  invoices: Pick<InvoiceService, 'find'>;
  payments: PaymentService;
}

interface Matched {
  line: number;
  invoice_id: number;
  /** Books the excess as credit. */
  as_credit?: boolean | undefined;
}

/** Imports bank statements. A line is one payment, however often it is imported. */
export function createStatementOperatorService({ db, clock, invoices, payments }: Dependencies) {
  /**
   * Stores a line and pays the invoice that it names. A line that pays nothing waits for staff. Returns undefined if
   * the line was imported before. `after` is the newest line before this file, because lines of one batch may share a
   * reference.
   */
  function* importLine(line: StatementLine, after?: number): Query<Imported | undefined> {
    yield* store.lockImports();
    const { bookedAt: booked_at, amount, currency, name, iban, text, format, reference } = line;
    const key = keyOf(line);
    if (yield* store.findLineByKey(key)) return undefined;
    const bank_account = line.account ?? '';
    const sameDay = yield* store.listLinesElsewhere({ booked_at, amount, currency, format, bank_account });
    if (isStoredFormerly(sameDay, line)) return undefined;
    const twin = sameDay.find((row) => mayBeSame(row, line));
    const target = twin ? undefined : yield* findTarget(line);
    const repeated = yield* noteReference(line, after ?? (yield* store.findLatestLine()));
    const why = twin ? describeTwin(twin) : target?.problem;
    const row = yield* store.insertLine({
      ...{ key, booked_at, amount, currency, name, iban, text, imported_at: clock.now() },
      ...{ bank_account, reference, format, status: twin ? 'held' : 'unmatched' },
      note: [why, repeated].filter(Boolean).join(' ') || null,
    });
    if (!row) return undefined;
    const paid = target?.invoice;
    const stored = paid ? yield* pay(row, paid.account_id, paid.id) : row;
    return { line: viewLine(stored), repeatsReference: repeated !== undefined };
  }

  /** Returns the newest line, for `importLine`. */
  function findLatest(): Query<number> {
    return store.findLatestLine();
  }

  /** Returns the first invoice in the text that the line can pay, or the reason why there is none. */
  function* findTarget({ text, currency }: StatementLine) {
    let problem: string | undefined;
    for (const number of findInvoiceNumbers(text)) {
      const found = yield* findInvoiceByNumber(number);
      if (found) problem = explainRefusal(yield* invoices.find(found.account_id, found.id), currency);
      else problem = `There is no invoice ${number}.`;
      if (found && problem === undefined) return yield* holdTarget(found, currency);
    }
    return { invoice: undefined, problem };
  }

  /** Reads the invoice again under the lock: another payment may have settled it meanwhile. */
  function* holdTarget(found: { account_id: number; id: number }, currency: string) {
    yield* lockMoney(found.account_id);
    const problem = explainRefusal(yield* invoices.find(found.account_id, found.id), currency);
    return { invoice: problem === undefined ? found : undefined, problem };
  }

  function* noteReference(line: StatementLine, after: number): Query<string | undefined> {
    const { account, reference, formerId } = line;
    if (reference === null) return undefined;
    const known =
      (yield* store.findLineByReference(account ?? '', reference, after)) ??
      (yield* store.findLineByKey(`bank:${formerId}`));
    return known && `The bank used the reference ${reference} before, for line ${known.id}.`;
  }

  /** Books a line on the given invoice. The excess becomes credit only with `as_credit`. */
  function* match({ line, invoice_id, as_credit = false }: Matched): Query<ImportedLine> {
    const row = yield* requireLine(line);
    const accountId = yield* requireInvoiceOwner(invoice_id);
    yield* lockMoney(accountId);
    const invoice = yield* invoices.find(accountId, invoice_id);
    if (invoice.type !== 'invoice') throw errors.credit_note_cannot_be_paid({ number: invoice.number });
    if (!as_credit) requireRoom(row, invoice, accountId);
    return viewLine(yield* pay(row, accountId, invoice_id));
  }

  /** Dismisses a line that is no customer's payment. */
  function* dismiss({ line, reason }: { line: number; reason: string }): Query<ImportedLine> {
    const row = yield* requireLine(line);
    const dismissed = yield* store.dismissLine(line, reason);
    if (!dismissed) throw errors.bank_line_not_waiting({ line, status: row.status });
    return viewLine(dismissed);
  }

  function* list({ status = 'waiting', ...request }: StaffListRequest<LineFilter> = {}): Query<ImportedLine[]> {
    return (yield* store.listLines({ ...request, status })).map(viewLine);
  }

  /** Lists the invoices that a line may pay. */
  function* candidates({ line }: { line: number }) {
    return yield* listCandidates(yield* requireLine(line));
  }

  function* pay(row: store.LineRow, accountId: number, invoiceId: number): Query<store.LineRow> {
    const { id, key, amount, currency, booked_at: receivedAt } = row;
    // Lines of earlier versions have their reference in the key only.
    const reference = row.format === null ? key : row.reference;
    const from = { method: 'transfer', driver: 'transfer', reference, receivedAt };
    const { payment } = yield* payments.record(accountId, { key, invoiceId, amount, currency, ...from }, clock.now());
    const matched = yield* store.matchLine(id, accountId, payment.id);
    if (!matched) throw errors.bank_line_already_matched({ id, payment_id: row.payment_id ?? payment.id });
    return matched;
  }

  /** Reports to `doctor` the bank lines without an invoice: a customer may have paid by one of them. */
  async function check(): Promise<EngineHealth> {
    const { count, oldest } = await db.peek(store.countWaiting());
    const answer = { reachable: true, version: null };
    if (oldest === null) return { ...answer, detail: 'No bank statement line is waiting for staff.', advice: null };
    const waiting = count === 1 ? '1 bank statement line is waiting' : `${count} bank statement lines are waiting`;
    const detail = `${waiting} for staff, the oldest since ${formatTime(oldest)}.`;
    const advice = 'List them with: hostler payment lines --status waiting. Then match or dismiss each.';
    return { ...answer, detail, advice };
  }

  return { importLine, findLatest, match, dismiss, list, candidates, check };
}

interface Imported {
  readonly line: ImportedLine;
  /** An earlier line has the same bank reference and different content. */
  readonly repeatsReference: boolean;
}

function* requireLine(id: number): Query<store.LineRow> {
  const row = yield* store.findLine(id);
  if (!row) throw notFound('Statement line');
  return row;
}

function describeTwin({ id, format, key }: store.LineRow): string {
  const from = format ?? (key.startsWith('bank:csv/') ? 'csv' : 'camt');
  return `It may be the same payment as line ${id}, which was imported as ${from}.`;
}

/** Returns why money in this currency cannot pay the invoice. */
function explainRefusal({ number, status, amount_due, currency: own }: Invoice, currency: string): string | undefined {
  if (own !== currency) return `Invoice ${number} is in ${own}.`;
  return amount_due > 0 ? undefined : `Invoice ${number} is ${status}; nothing is due.`;
}

function requireRoom({ id, amount, currency }: store.LineRow, invoice: Invoice, accountId: number): void {
  const refusal = explainRefusal(invoice, currency);
  const { number, amount_due } = invoice;
  if (refusal === undefined && amount <= amount_due) return;
  const excess = `Invoice ${number} has ${formatMoney(amount_due, invoice.currency)} due, and line ${id} is ${formatMoney(amount, currency)}.`;
  throw errors.bank_line_does_not_fit({ problem: refusal ?? excess, account_id: accountId });
}

function viewLine({ booked_at, imported_at, key: _, ...line }: store.LineRow) {
  return { ...line, booked_at: formatTime(booked_at), imported_at: formatTime(imported_at) };
}
