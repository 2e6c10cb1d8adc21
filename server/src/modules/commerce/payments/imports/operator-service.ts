import type { StatementLine } from '../../../../engines/payment/driver.ts';
import type { Query } from '../../../../kernel/db/query.ts';
import { conflict, notFound } from '../../../../kernel/errors.ts';
import { type Clock, formatTime } from '../../../../kernel/time.ts';
import { findInvoiceByNumber, requireInvoiceOwner } from '../../invoices/index.ts';
import type { PaymentService } from '../service.ts';
import { findInvoiceNumbers } from './match.ts';
import * as store from './operator-store.ts';
import type { LineStatus } from './schemas.ts';

export type ImportedLine = ReturnType<typeof viewLine>;
export type StatementOperatorService = ReturnType<typeof createStatementOperatorService>;

const MOST_LISTED = 500;

/** What came to the company's bank account. A line is one payment, however often its file is imported. */
export function createStatementOperatorService({ clock, payments }: { clock: Clock; payments: PaymentService }) {
  /** Pays the invoice whose number is in the line; one that names none waits to be matched. Undefined: it was here before. */
  function* importLine(line: StatementLine): Query<ImportedLine | undefined> {
    const { id, bookedAt: booked_at, amount, currency, name, iban, text } = line;
    const about = { key: `bank:${id}`, booked_at, amount, currency, name, iban, text };
    const row = yield* store.insertLine({ ...about, status: 'unmatched', imported_at: clock.now() });
    if (!row) return undefined;
    const found = yield* findInvoice(text);
    return viewLine(found ? yield* pay(row, found.account_id, found.id) : row);
  }

  /** What staff know and the line does not say. */
  function* match({ line, invoice_id }: { line: number; invoice_id: number }): Query<ImportedLine> {
    const row = yield* store.findLine(line);
    if (!row) throw notFound('Statement line');
    return viewLine(yield* pay(row, yield* requireInvoiceOwner(invoice_id), invoice_id));
  }

  function* list({ status = 'unmatched' }: { status?: LineStatus | undefined } = {}): Query<ImportedLine[]> {
    return (yield* store.listNewestLines(status, MOST_LISTED)).map(viewLine);
  }

  function* findInvoice(text: string) {
    for (const number of findInvoiceNumbers(text)) {
      const invoice = yield* findInvoiceByNumber(number);
      if (invoice) return invoice;
    }
    return undefined;
  }

  function* pay(row: store.LineRow, accountId: number, invoiceId: number): Query<store.LineRow> {
    const { id, key, amount, currency, booked_at: receivedAt } = row;
    const from = { method: 'transfer', driver: 'transfer', reference: key, receivedAt };
    const { payment } = yield* payments.record(accountId, { key, invoiceId, amount, currency, ...from }, clock.now());
    const matched = yield* store.matchLine(id, accountId, payment.id);
    if (!matched) throw conflict(`Line ${id} is matched already, to payment ${row.payment_id ?? payment.id}.`);
    return matched;
  }

  return { importLine, match, list };
}

function viewLine({ booked_at, imported_at, key: _, ...line }: store.LineRow) {
  return { ...line, booked_at: formatTime(booked_at), imported_at: formatTime(imported_at) };
}
