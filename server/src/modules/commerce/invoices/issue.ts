import { LostRace, type Query } from '@hostler/database';
import { dayAround, yearIn } from '#kernel/calendar.ts';
import { say as speak } from '#kernel/texts/say.ts';
import type { IssuingGate } from './archive/gate.ts';
import { toCharge } from './charges/service.ts';
import { billCharges, type ChargeRow, MOST_LINES, takeChargesById, takeOpenCharges } from './charges/store.ts';
import { sayWording } from './charges/wording.ts';
import { readCustomer, type Snapshot, type Trade, takeSnapshots } from './snapshot.ts';
import { type InvoiceItemRow, type InvoiceRow, insertInvoices, type NewInvoiceRow } from './store.ts';
import { computeTotals } from './totals.ts';

export interface Issue {
  /** Selects open charges that are due on the day of this moment, in the seller's time zone. */
  readonly dueAt: number;
  readonly at: number;
  /** Only charges of this subscription. */
  readonly subscriptionId?: number;
  /** Only these charges, whatever their due day. */
  readonly only?: readonly number[];
  /** Only charges in this currency. Without it, the currency of the oldest charge. */
  readonly currency?: string;
  /** The customer's credit pays nothing of it. */
  readonly withoutCredit?: boolean;
}

/** A day on which charges of an account are due. */
export interface DueDay {
  readonly accountId: number;
  readonly dueAt: number;
}

export interface IssuedRow {
  readonly accountId: number;
  readonly row: InvoiceRow;
}

/** Date of the document, and the earliest time of its mail. */
export interface Moment {
  readonly at: number;
  readonly now: number;
}

export interface Issuer {
  readonly trade: Trade;
  /** Decides whether documents may be issued. */
  readonly gate: Pick<IssuingGate, 'requireOpen' | 'requireNew'>;
}

/** Charges of one customer in one currency that become one document. */
interface Draft {
  readonly accountId: number;
  readonly currency: string;
  readonly charges: readonly ChargeRow[];
}

/** Issues an invoice for open charges, or a credit note if their sum is negative. Undefined if there are none. */
export function* issueOpenCharges(
  accountId: number,
  issuer: Issuer,
  issue: Issue,
  now: number,
): Query<InvoiceRow | undefined> {
  const open = yield* takeCharges(accountId, issuer.trade, issue);
  const currency = issue.currency ?? open[0]?.currency;
  const charges = open.filter((charge) => charge.currency === currency);
  if (currency === undefined || charges.length === 0) return undefined;
  const [issued] = yield* issueDrafts(issuer, [{ accountId, charges, currency }], { at: issue.at, now });
  return issued?.row;
}

/** Issues one invoice per account, day and currency, for any number of accounts. */
export function* issueWholeDays(issuer: Issuer, days: readonly DueDay[], moment: Moment): Query<IssuedRow[]> {
  const { trade } = issuer;
  const issued: IssuedRow[] = [];
  const startOf = ({ accountId, dueAt }: DueDay) => `${accountId} ${dayAround(trade.timeZone, dueAt).start}`;
  for (let left = [...new Map(days.map((day) => [startOf(day), day])).values()]; left.length > 0; ) {
    const drafts: Draft[] = [];
    const more: DueDay[] = [];
    for (const day of left) {
      const { accountId } = day;
      const open = yield* takeCharges(accountId, trade, day);
      for (const [currency, charges] of Map.groupBy(open, (charge) => charge.currency)) {
        drafts.push({ accountId, currency, charges });
      }
      if (open.length === MOST_LINES) more.push(day);
    }
    issued.push(...(yield* issueDrafts(issuer, drafts, moment)));
    left = more;
  }
  return issued;
}

/**
 * Taking the numbers locks all other issuing. So everything that can be read before is read before, and shared facts
 * are read once.
 */
function* issueDrafts({ trade, gate }: Issuer, drafts: readonly Draft[], { at, now }: Moment): Query<IssuedRow[]> {
  if (drafts.length === 0) return [];
  gate.requireOpen();
  const snapshots = yield* takeSnapshots(
    drafts.map(({ accountId }) => accountId),
    trade,
    at,
  );
  const made = drafts.map((draft) => ({
    accountId: draft.accountId,
    invoice: makeInvoice(draft, snapshots.get(draft.accountId) as Snapshot, { at, now }),
  }));
  const rows = yield* insertInvoices(made, yearIn(trade.timeZone, at));
  gate.requireNew(rows.map(({ number }) => number));
  const bills = drafts.flatMap(({ accountId, charges }, index) =>
    charges.map(({ id }) => ({ account_id: accountId, id, invoice_id: rows[index]?.id ?? 0 })),
  );
  if ((yield* billCharges(bills)) !== bills.length) throw new LostRace();
  return rows.map((row, index) => ({ accountId: drafts[index]?.accountId ?? 0, row }));
}

function makeInvoice({ charges, currency }: Draft, snapshot: Snapshot, { at, now }: Moment): NewInvoiceRow {
  const lines = charges.map(toCharge);
  const totals = computeTotals(lines, snapshot.tax_rate);
  const say = speak(readCustomer(snapshot).language);
  const items = lines.map((line, index): InvoiceItemRow => {
    const { kind, quantity, unit_price, amount, tax_included, period_start, period_end, explanation } = line;
    const description = line.wording ? sayWording(line.wording, say) : line.description;
    const net_amount = totals.net[index] ?? 0;
    const sold = { kind, subscription_id: line.subscription_id, description, quantity, unit_price, amount };
    return { ...sold, tax_included, net_amount, period_start, period_end, explanation };
  });
  const isDue = totals.total > 0;
  const isCreditNote = totals.total < 0;
  const { subtotal, tax, total } = totals;
  return {
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
    // An invoice over nothing is not mailed.
    mail_at: total === 0 ? null : now,
    archived_at: null,
    restored_at: null,
    on_hold: 0,
  };
}

function takeCharges(
  accountId: number,
  { timeZone }: Trade,
  { dueAt, subscriptionId, only }: Pick<Issue, 'dueAt' | 'subscriptionId' | 'only'>,
) {
  if (only) return takeChargesById(accountId, only);
  const { start, end } = dayAround(timeZone, dueAt);
  return takeOpenCharges(accountId, { from: start, before: end, subscription_id: subscriptionId ?? null });
}

/** Returns the only subscription of the charges. Null if there are several or none. */
function onlyOf(charges: readonly ChargeRow[]): number | null {
  const ids = new Set(charges.flatMap(({ subscription_id }) => subscription_id ?? []));
  return ids.size === 1 ? ([...ids][0] ?? null) : null;
}
