import { dayAround, yearIn } from '../../../kernel/calendar.ts';
import { LostRace } from '../../../kernel/db/change-row.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { toCharge } from './charges/service.ts';
import { billCharges, type ChargeRow, MOST_LINES, takeChargesById, takeOpenCharges } from './charges/store.ts';
import { type Trade, takeSnapshot } from './snapshot.ts';
import { type InvoiceItemRow, type InvoiceRow, insertInvoice } from './store.ts';
import { computeTotals } from './totals.ts';

export interface Issue {
  /** Open charges that are due on the day of this moment, in the seller's time zone. */
  readonly dueAt: number;
  readonly at: number;
  /** Only what is for this subscription. */
  readonly subscriptionId?: number;
  /** Only these charges, whatever their due day. */
  readonly only?: readonly number[];
  /** Only what is in this currency; without it, the currency of the oldest charge. */
  readonly currency?: string;
}

/** Makes an invoice of open charges: a credit note where they come to less than nothing. Undefined where there are none. */
export function* issueOpenCharges(accountId: number, trade: Trade, issue: Issue): Query<InvoiceRow | undefined> {
  const open = yield* takeCharges(accountId, trade, issue);
  const currency = issue.currency ?? open[0]?.currency;
  const charges = open.filter((charge) => charge.currency === currency);
  if (currency === undefined || charges.length === 0) return undefined;
  return yield* issueCharges(accountId, trade, charges, currency, issue.at);
}

/** Makes an invoice for each currency of what is due on that day. */
export function* issueWholeDay(accountId: number, trade: Trade, issue: Issue): Query<InvoiceRow[]> {
  const issued: InvoiceRow[] = [];
  for (;;) {
    const open = yield* takeCharges(accountId, trade, issue);
    for (const [currency, charges] of Map.groupBy(open, (charge) => charge.currency)) {
      issued.push(yield* issueCharges(accountId, trade, charges, currency, issue.at));
    }
    if (open.length < MOST_LINES) return issued;
  }
}

/** From the number on all who issue invoices wait for each other, so nothing is asked behind it that can be asked before. */
function* issueCharges(
  accountId: number,
  trade: Trade,
  charges: readonly ChargeRow[],
  currency: string,
  at: number,
): Query<InvoiceRow> {
  const snapshot = yield* takeSnapshot(accountId, trade, at);
  const lines = charges.map(toCharge);
  const totals = computeTotals(lines, snapshot.tax_rate);
  const items = lines.map((line, index): InvoiceItemRow => {
    const { kind, description, quantity, unit_price, amount, tax_included, period_start, period_end, explanation } =
      line;
    const net_amount = totals.net[index] ?? 0;
    const sold = { kind, subscription_id: line.subscription_id, description, quantity, unit_price, amount };
    return { ...sold, tax_included, net_amount, period_start, period_end, explanation };
  });
  const isDue = totals.total > 0;
  const isCreditNote = totals.total < 0;
  const { subtotal, tax, total } = totals;
  const invoice = yield* insertInvoice(
    accountId,
    {
      ...snapshot,
      ...{ subtotal, tax, total, currency },
      type: isCreditNote ? 'credit_note' : 'invoice',
      subscription_id: onlyOf(charges),
      corrects_id: null,
      reason: null,
      status: isDue ? 'unpaid' : 'paid',
      amount_paid: isDue ? 0 : total,
      amount_credited: 0,
      amount_written_off: 0,
      items: JSON.stringify(items),
      issued_at: at,
      due_at: isCreditNote ? at : Math.max(...charges.map(({ due_at }) => due_at)),
      paid_at: isDue ? null : at,
    },
    yearIn(trade.timeZone, at),
  );
  const billed = yield* billCharges(
    accountId,
    charges.map(({ id }) => id),
    invoice.id,
  );
  if (billed !== charges.length) throw new LostRace();
  return invoice;
}

function takeCharges(accountId: number, { timeZone }: Trade, { dueAt, subscriptionId, only }: Issue) {
  if (only) return takeChargesById(accountId, only);
  const { start, end } = dayAround(timeZone, dueAt);
  return takeOpenCharges(accountId, { from: start, before: end, subscription_id: subscriptionId ?? null });
}

/** The one subscription that it is for; null where there are several, or none. */
function onlyOf(charges: readonly ChargeRow[]): number | null {
  const ids = new Set(charges.flatMap(({ subscription_id }) => subscription_id ?? []));
  return ids.size === 1 ? ([...ids][0] ?? null) : null;
}
