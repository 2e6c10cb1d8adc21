import { sql } from '@hostler/database';
import { expect } from 'vitest';
import { writeInvoiceXml } from '../../server/src/modules/commerce/invoices/document/xml.ts';
import { findFaults, readInvoice } from '../../testing/e-invoice.ts';
import { type Customer, DAY, type Year } from './year.ts';

interface InvoiceRow {
  id: number;
  account_id: number;
  type: 'invoice' | 'credit_note';
  number: string;
  status: string;
  subtotal: number;
  tax: number;
  total: number;
  amount_paid: number;
  amount_credited: number;
  amount_written_off: number;
  overdue_at: number | null;
  items: string;
}
interface ChargeRow {
  account_id: number;
  subscription_id: number;
  invoice_id: number | null;
  kind: string;
  amount: number;
  period_start: number;
  period_end: number;
}

const INVOICES = sql<object, InvoiceRow>('select * from invoices order by id');
const CHARGES = sql<object, ChargeRow>('select * from charges order by subscription_id, period_start, id');
const RECEIVED = sql<object, { account_id: number; amount: number }>(
  `select account_id, sum(amount - reversed_amount) as amount from payments where status in ('succeeded', 'refunded', 'reversed')
   group by account_id`,
);
const PAID_BACK = sql<object, { account_id: number; amount: number }>(
  `select account_id, sum(amount) as amount from payment_refunds where destination = 'method' and status = 'succeeded'
   group by account_id`,
);
const CREDIT = sql<object, { account_id: number; amount: number }>(
  'select account_id, sum(amount) as amount from ledger_entries group by account_id',
);
const GRANTED = sql<object, { account_id: number; amount: number }>(
  `select account_id, sum(amount) as amount from ledger_entries where kind = 'granted' group by account_id`,
);
const EVENTS = sql<object, { account_id: number; type: string; data: string }>(
  `select account_id, type, data from events where environment = 'live' order by row_id`,
);
const SUBSCRIPTIONS = sql<object, { id: number; account_id: number; status: string; hosting_id: number | null }>(
  'select id, account_id, status, hosting_id from subscriptions order by id',
);
const PAYMENTS = sql<object, { id: number }>(`select id from payments where received_at is not null`);

/** Minimum number of occurrences per case, so that every story is exercised. */
const VARIETY: Readonly<Record<string, [atLeast: number, statement: string]>> = {
  'credit notes': [2, `select count(*) as count from invoices where type = 'credit_note'`],
  'overdue invoices': [20, 'select count(*) as count from invoices where overdue_at is not null'],
  reminders: [30, `select count(*) as count from billing_effects where key like '%reminder%'`],
  'suspensions for payment': [4, `select count(*) as count from hosting_suspensions where cause = 'payment'`],
  'suspensions that were lifted': [2, 'select count(*) as count from hosting_suspensions where closed_at is not null'],
  'hours that were billed': [10, `select count(*) as count from charges where kind = 'usage'`],
  discounts: [10, `select count(*) as count from charges where kind = 'discount'`],
  'changes of plan': [4, `select count(*) as count from charges where kind = 'proration'`],
  'setup fees': [5, `select count(*) as count from charges where kind = 'setup'`],
  'invoices of several rates of tax': [3, 'select count(distinct tax_category || tax_rate) as count from invoices'],
  'cards that were charged': [
    10,
    `select count(*) as count from payments where driver = 'simulated' and status = 'succeeded'`,
  ],
  'cards that declined': [
    10,
    `select count(*) as count from payments where driver = 'simulated' and status = 'failed'`,
  ],
  'cards that were refused for good': [1, `select count(*) as count from payments where failure_kind = 'hard'`],
  'payments that were taken back': [1, `select count(*) as count from payments where status = 'reversed'`],
  'refunds to a card': [
    1,
    `select count(*) as count from payment_refunds where destination = 'method' and status = 'succeeded'`,
  ],
  'invoices that were given up': [1, 'select count(*) as count from invoices where amount_written_off > 0'],
  'credit that was used': [5, `select count(*) as count from ledger_entries where kind = 'applied'`],
  'payments of a part': [
    10,
    `select count(*) as count from payments where amount < (select total from invoices where id = invoice_id)`,
  ],
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const byAccount = (rows: readonly { account_id: number; amount: number }[]) =>
  new Map(rows.map(({ account_id, amount }) => [account_id, Number(amount)]));

/** Checks that every cent is accounted for, with sums computed here and not by the server. */
export async function judge(year: Year, customers: readonly Customer[]): Promise<void> {
  const { db } = year.server.hostler;
  const invoices = await db.read(INVOICES.all({}));
  const charges = await db.read(CHARGES.all({}));
  judgeDocuments(invoices, charges);
  judgeNumbers(invoices);

  const [received, paidBack] = [
    byAccount(await db.read(RECEIVED.all({}))),
    byAccount(await db.read(PAID_BACK.all({}))),
  ];
  const [credit, granted] = [byAccount(await db.read(CREDIT.all({}))), byAccount(await db.read(GRANTED.all({})))];
  for (const { accountId, story } of customers) {
    const own = invoices.filter(({ account_id, type }) => account_id === accountId && type === 'invoice');
    const of = (map: Map<number, number>) => map.get(accountId) ?? 0;
    const money = of(received) - of(paidBack) + of(granted);
    expect(sum(own.map(({ amount_paid }) => amount_paid)) + of(credit), `the money of who ${story.name}`).toBe(money);
    expect(of(credit), `the credit of who ${story.name}`).toBeGreaterThanOrEqual(0);
    judgePeriods(
      charges.filter(({ account_id }) => account_id === accountId),
      story.name,
    );
  }
  judgeSales(year, customers, charges);
  await judgeEvents(year, invoices);
  await judgeElectronic(year, invoices);
  for (const [what, [atLeast, statement]] of Object.entries(VARIETY)) {
    const row = await db.read(sql<object, { count: number }>(statement).one({}));
    expect(Number(row?.count), what).toBeGreaterThanOrEqual(atLeast);
  }
}

/** Checks that sold equals invoiced, and invoiced equals paid, open, credited or written off. */
function judgeDocuments(invoices: readonly InvoiceRow[], charges: readonly ChargeRow[]): void {
  for (const invoice of invoices) {
    const { number, type, subtotal, tax, total, amount_paid, amount_credited, amount_written_off, status } = invoice;
    const items = JSON.parse(invoice.items) as { amount: number; net_amount: number }[];
    expect(subtotal + tax, number).toBe(total);
    expect(sum(items.map(({ net_amount }) => net_amount)), number).toBe(subtotal);
    const own = charges.filter(({ invoice_id }) => invoice_id === invoice.id);
    if (own.length > 0) {
      expect(sum(own.map(({ amount }) => amount)), number).toBe(sum(items.map(({ amount }) => amount)));
    }
    if (type === 'credit_note') continue;
    const due = total - amount_paid - amount_credited - amount_written_off;
    expect(due, number).toBeGreaterThanOrEqual(0);
    expect(['unpaid', 'overdue'].includes(status), `${number} is ${status} with ${due} due`).toBe(due > 0);
  }
  expect(charges.filter(({ invoice_id }) => invoice_id === null)).toEqual([]);
}

/** Checks that numbers are gapless per year and series. */
function judgeNumbers(invoices: readonly InvoiceRow[]): void {
  const series = Map.groupBy(invoices, ({ number }) => number.slice(0, number.lastIndexOf('-')));
  expect([...series.keys()].sort()).toEqual(expect.arrayContaining(['INV-2027', 'INV-2028', 'INV-2029']));
  for (const [name, rows] of series) {
    const numbers = rows.map(({ number }) => number).sort();
    expect(numbers).toEqual(rows.map((_, index) => `${name}-${String(index + 1).padStart(6, '0')}`));
  }
}

/** Checks that the billed periods of a subscription are consecutive and do not overlap. */
function judgePeriods(charges: readonly ChargeRow[], name: string): void {
  const periods = charges.filter(({ kind }) => kind === 'period');
  for (const [index, { period_start }] of periods.entries()) {
    const before = periods[index - 1];
    if (before) expect(period_start, name).toBeGreaterThanOrEqual(before.period_end);
  }
}

/** Returns the n-th month after a day in Berlin time, clamped to the last day of a short month. */
function monthAfter(first: string, months: number): string {
  const [year = 0, month = 0, day = 0] = first.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}
const dayOf = (time: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(time);

/** Checks that reliable payers are billed every month from the first day, a week ahead, and nothing else. */
function judgeSales(year: Year, customers: readonly Customer[], charges: readonly ChargeRow[]): void {
  const steady = ['pays at once', 'pays in two parts', 'pays too much', 'has a card', 'is outside the EU'];
  const end = dayOf(year.now() - DAY + 7 * DAY);
  for (const { story, subscriptionId } of customers) {
    if (!steady.includes(story.name)) continue;
    const periods = charges.filter((charge) => charge.subscription_id === subscriptionId && charge.kind === 'period');
    const first = dayOf(periods[0]?.period_start ?? 0);
    const expected: string[] = [];
    for (let month = 0; monthAfter(first, month) <= end; month++) expected.push(monthAfter(first, month));
    expect(
      periods.map(({ period_start }) => dayOf(period_start)),
      story.name,
    ).toEqual(expected);
    expect(new Set(periods.map(({ amount }) => amount)), story.name).toHaveProperty('size', 1);
  }
}

/** Checks every document as an electronic invoice: valid by EN 16931 and equal to the books. */
async function judgeElectronic(year: Year, invoices: readonly InvoiceRow[]): Promise<void> {
  const { db, customer } = year.server.hostler;
  for (const { id, account_id, number, total } of invoices) {
    const xml = writeInvoiceXml(await db.read(customer.invoices.documentOf(account_id, id)));
    expect(xml, number).toBeDefined();
    expect(await findFaults(xml ?? ''), number).toEqual([]);
    expect(Math.abs(readInvoice(xml ?? '').total), number).toBe(Math.abs(total));
  }
}

/** Checks that each event was emitted once: creations, payments, overdue invoices and ends. */
async function judgeEvents(year: Year, invoices: readonly InvoiceRow[]): Promise<void> {
  const { db } = year.server.hostler;
  const events = await db.read(EVENTS.all({}));
  const idsOf = (type: string) =>
    events.filter((event) => event.type === type).map(({ data }) => (JSON.parse(data) as { id: number }).id);
  const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
  const subscriptions = await db.read(SUBSCRIPTIONS.all({}));
  const received = await db.read(PAYMENTS.all({}));
  const late = invoices.filter(({ overdue_at }) => overdue_at !== null);
  const ended = subscriptions.filter(({ status }) => status === 'cancelled');
  expect(sorted(idsOf('subscription.created'))).toEqual(subscriptions.map(({ id }) => id));
  expect(sorted(idsOf('subscription.cancelled'))).toEqual(ended.map(({ id }) => id));
  expect(sorted(idsOf('payment.received'))).toEqual(sorted(received.map(({ id }) => id)));
  expect(sorted(idsOf('payment.overdue'))).toEqual(late.map(({ id }) => id));
  expect(sorted(idsOf('hosting.created'))).toEqual(sorted(subscriptions.flatMap(({ hosting_id }) => hosting_id ?? [])));
}
