import { readdir } from 'node:fs/promises';
import type { Email } from 'postal-mime';
import { expect } from 'vitest';
import { readMails } from '../../testing/server/mail.ts';
import { eventually } from '../../testing/until.ts';
import type { MonthWorld } from './world.ts';

interface Invoice {
  id: number;
  account_id: number;
  type: 'invoice' | 'credit_note';
  number: string;
  status: string;
  total: number;
  amount_paid: number;
  amount_credited: number;
  amount_written_off: number;
  issued_at: number;
  restored_at: number | null;
  items: string;
}
interface Charge {
  account_id: number;
  subscription_id: number;
  invoice_id: number | null;
  kind: string;
  amount: number;
  period_start: number;
  period_end: number;
}
interface Subscription {
  id: number;
  account_id: number;
  status: string;
  hosting_id: number | null;
  current_period_start: number;
  current_period_end: number;
}
interface Sum {
  account_id: number;
  amount: number;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Compares the books with each other, by figures that are read from the database and added up here. */
export async function compareBooks(world: MonthWorld, { until }: { until: number }): Promise<void> {
  const invoices = await world.query<Invoice>('select * from invoices order by id');
  const charges = await world.query<Charge>('select * from charges order by subscription_id, period_start, id');
  await compareNumbers(world, invoices);
  compareLines(invoices, charges, until);
  await comparePeriods(world, charges);
  await compareMoney(world, invoices);
  await compareMails(world, invoices);
}

/** No number twice, and exactly the documents of the archive. */
async function compareNumbers(world: MonthWorld, invoices: readonly Invoice[]): Promise<void> {
  const numbers = invoices.map(({ number }) => number).sort();
  expect(new Set(numbers).size).toBe(numbers.length);
  const files = await readdir(world.server.settings.HOSTLER_DOCUMENT_ARCHIVE ?? '', { recursive: true });
  const archived = files.flatMap((name) => /((?:INV|CN)-\d+-\d+)\.json$/.exec(name)?.[1] ?? []);
  expect(archived.sort()).toEqual(numbers);
}

/** Every line of an invoice was charged, and every charge is in an invoice; none is of the time of the leap. */
function compareLines(invoices: readonly Invoice[], charges: readonly Charge[], until: number): void {
  expect(charges.filter(({ invoice_id }) => invoice_id === null)).toEqual([]);
  for (const { id, number, type, total, items, status, restored_at, ...invoice } of invoices) {
    const lines = JSON.parse(items) as { amount: number }[];
    const own = charges.filter(({ invoice_id }) => invoice_id === id);
    expect(sum(lines.map(({ amount }) => amount)), number).toBe(total);
    expect(invoice.issued_at, `${number} is of the past`).toBeLessThanOrEqual(until);
    if (type === 'credit_note') continue;
    // The charges of a restored invoice were lost with the database: the period was charged again.
    expect(sum(own.map(({ amount }) => amount)), number).toBe(restored_at === null ? total : 0);
    const due = total - invoice.amount_paid - invoice.amount_credited - invoice.amount_written_off;
    expect(['unpaid', 'overdue'].includes(status), `${number} is ${status} with ${due} due`).toBe(due > 0);
  }
}

/** The charged periods of a subscription follow on each other; the first is longer by the wait for its server. */
async function comparePeriods(world: MonthWorld, charges: readonly Charge[]): Promise<void> {
  const events = await world.query<{ created_at: number; data: string }>(
    `select created_at, data from events where type = 'hosting.created'`,
  );
  const firstRuns = new Map(
    events.map(({ created_at, data }) => [(JSON.parse(data) as { id: number }).id, created_at]),
  );
  for (const subscription of await world.query<Subscription>('select * from subscriptions order by id')) {
    const { id, status, hosting_id, current_period_start, current_period_end } = subscription;
    const periods = charges.filter(({ subscription_id, kind }) => subscription_id === id && kind === 'period');
    const what = `subscription ${id}`;
    const firstRun = firstRuns.get(hosting_id ?? 0);
    if (status === 'cancelled') {
      expect([periods.length, firstRun], what).toEqual([1, undefined]);
      continue;
    }
    const [first, second] = periods;
    expect(second, what).toBeDefined();
    const wait = (firstRun ?? 0) - (first?.period_start ?? 0);
    expect((second?.period_start ?? 0) - (first?.period_end ?? 0), what).toBe(wait);
    for (const [index, { period_start }] of periods.slice(2).entries()) {
      expect(period_start, what).toBe(periods[index + 1]?.period_end);
    }
    const current = periods.find(({ period_start }) => period_start === current_period_start);
    expect(current?.period_end, what).toBe(current_period_end);
  }
}

/** Checks per account that received money is applied to invoices, is credit, or was refunded. */
async function compareMoney(world: MonthWorld, invoices: readonly Invoice[]): Promise<void> {
  const read = async (text: string) =>
    new Map((await world.query<Sum>(text)).map(({ account_id, amount }) => [account_id, amount]));
  const received = await read(
    `select account_id, sum(amount - reversed_amount) as amount from payments
     where status in ('succeeded', 'refunded', 'reversed') group by account_id`,
  );
  const returned = await read(
    `select account_id, sum(amount) as amount from payment_refunds
     where destination = 'method' and status = 'succeeded' group by account_id`,
  );
  const payouts = await read('select account_id, sum(amount) as amount from payment_payouts group by account_id');
  const granted = await read(
    `select account_id, sum(amount) as amount from ledger_entries where kind = 'granted' group by account_id`,
  );
  const credit = await read('select account_id, sum(amount) as amount from ledger_entries group by account_id');
  for (const account of await world.query<{ id: number; name: string }>('select id, name from accounts')) {
    const of = (sums: Map<number, number>) => sums.get(account.id) ?? 0;
    const own = invoices.filter(({ account_id, type }) => account_id === account.id && type === 'invoice');
    const applied = sum(own.map(({ amount_paid }) => amount_paid));
    expect(applied + of(credit) + of(returned), `the money of ${account.name}`).toBe(of(received) + of(granted));
    expect(of(payouts), `the payouts of ${account.name}`).toBeLessThanOrEqual(of(returned));
  }
}

/** Every document was sent once, and every other mail once as well. */
async function compareMails(world: MonthWorld, invoices: readonly Invoice[]): Promise<void> {
  const mails = await eventually(async () => {
    const written = await readMails(world.server.dataDir);
    for (const { number } of invoices)
      expect(
        written.some((mail) => carries(mail, number)),
        number,
      ).toBe(true);
    return written;
  });
  const sent = mails.map(({ messageId }) => messageId ?? '').sort();
  expect(sent.filter((id, index) => id === sent[index - 1])).toEqual([]);
  for (const { number } of invoices) {
    const own = mails.filter((mail) => carries(mail, number));
    expect(own.length, `mails with ${number}: ${own.map(({ subject }) => subject)}`).toBe(1);
  }
}

function carries({ attachments }: Email, number: string): boolean {
  return attachments.some(({ filename }) => filename?.includes(number));
}
