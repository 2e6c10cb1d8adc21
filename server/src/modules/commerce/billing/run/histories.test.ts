import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#kernel/time.ts';
import type { RunLine } from './step.ts';

interface Sold {
  readonly id: number;
  readonly price: number;
  readonly anchor: number;
  /** Number of periods billed and not credited. */
  billed: number;
  ends?: number | undefined;
  isOver: boolean;
}

/** Returns the same day after this many months, or the last day of a shorter month. */
function border({ anchor }: Sold, months: number): number {
  const [from, to] = [new Date(anchor), new Date(anchor)];
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months + 1, 0);
  to.setUTCDate(Math.min(from.getUTCDate(), to.getUTCDate()));
  return to.getTime();
}

/**
 * A model of what should have been sold by now. It knows nothing of invoices, idempotency keys or the order of steps.
 */
class Model {
  readonly sold: Sold[] = [];

  run(at: number): void {
    for (const one of this.sold.filter(({ isOver }) => !isOver)) {
      while (one.ends === undefined && border(one, one.billed) - 7 * DAY <= at) one.billed++;
      if (one.ends !== undefined && one.ends <= at) one.isOver = true;
    }
  }

  /** Takes back the last periods, as far as they have not begun and are not paid. */
  cancel(one: Sold, now: number, paid: ReadonlySet<number>, immediately: boolean): void {
    for (let start = border(one, one.billed - 1); start > now && !paid.has(start); ) {
      one.billed--;
      start = border(one, one.billed - 1);
    }
    if (immediately) one.isOver = true;
    else one.ends ??= border(one, one.billed);
  }

  get amount(): number {
    return this.sold.reduce((sum, { price, billed }) => sum + price * billed, 0);
  }
}

const PRICES = [990, 1, 2_999];
type Step =
  | { do: 'buy'; plan: number }
  | { do: 'wait'; hours: number }
  | { do: 'run'; days: number }
  | { do: 'pay'; which: number; percent: number }
  | { do: 'cancel'; which: number; immediately: boolean }
  | { do: 'resume'; which: number };

const which = fc.nat(9);
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('buy' as const), plan: fc.nat(PRICES.length - 1) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 * 24 }) }),
  },
  // Runs are in any order of time, for future and past days.
  { weight: 6, arbitrary: fc.record({ do: fc.constant('run' as const), days: fc.integer({ min: -40, max: 40 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay' as const), which, percent: fc.constantFrom(100, 100, 33, 250) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which, immediately: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resume' as const), which }) },
);
/** Every history begins with an order. */
const someHistory = fc
  .array(someStep, { minLength: 4, maxLength: 24 })
  .map((steps): Step[] => [{ do: 'buy', plan: 0 }, ...steps]);

type OfAccount = { account_id: number };
const OPEN = sql<OfAccount, { id: number; currency: string; due: number }>(
  `select id, currency, total - amount_paid - amount_credited - amount_written_off as due from invoices
   where account_id = :account_id and status in ('unpaid', 'overdue') order by id`,
);
const PERIODS = sql<OfAccount & { id: number }, { start: number; status: string }>(
  `select c.period_start as start, i.status from charges as c join invoices as i on i.id = c.invoice_id
   where c.account_id = :account_id and c.subscription_id = :id and c.kind = 'period' order by c.id`,
);
const BOOKS = sql<OfAccount, { sold: number; paid: number; received: number; credit: number; wrong: number }>(
  `select
     (select coalesce(sum(total), 0) from invoices where account_id = :account_id) as sold,
     (select coalesce(sum(amount_paid), 0) from invoices where account_id = :account_id and type = 'invoice') as paid,
     (select coalesce(sum(amount), 0) from payments where account_id = :account_id and status = 'succeeded') as received,
     (select coalesce(sum(amount), 0) from ledger_entries where account_id = :account_id) as credit,
     (select count(*) from invoices where account_id = :account_id and type = 'invoice' and
        (total - amount_paid - amount_credited - amount_written_off > 0) <> (status in ('unpaid', 'overdue'))) as wrong`,
);
const TOLD = sql<OfAccount, { told: number; late: number }>(
  `select
     (select count(*) from events where account_id = :account_id and type = 'payment.overdue') as told,
     (select count(*) from invoices where account_id = :account_id and overdue_at is not null) as late`,
);
const GAPS = sql<object, { gaps: number }>(
  `select (select coalesce(sum(last_number), 0) from invoice_numbers)
        - (select count(*) from invoices where number like 'INV-%') as gaps`,
);

let server: TestServer;

beforeAll(async () => {
  // The model does not know about suspensions, so sales must not depend on them.
  server = await startTestServer({ worker: false, env: { HOSTLER_INVOICE_WHILE_SUSPENDED: 'on' } });
  server.clock.standStill();
  for (const [index, price] of PRICES.entries()) await server.operator.plans.create({ name: `Plan ${index}`, price });
});
afterAll(() => server.stop());

/** Confirms the clock for staff: billing takes a long wait for a jump ahead. */
async function confirmClock(model: Model): Promise<void> {
  if (!(await server.operator.billing.findHold())) return;
  await server.operator.billing.run({ yes: true });
  model.run(server.clock.now());
}

/** A forecast does not know the numbers of new invoices. */
function compare({ step, account_id, state, what, reason, amount, currency }: RunLine): string {
  return JSON.stringify({
    step,
    account_id,
    state,
    what: what.replace(/Invoice INV-\S+ is issued/, 'An invoice is issued'),
    reason,
    amount,
    currency,
  });
}

/** Plays the history of one customer on the server and in the model. */
async function play(history: readonly Step[]): Promise<{ account_id: number; model: Model }> {
  const { db, customer } = server.hostler;
  const { id: account_id } = await server.operator.accounts.create({ name: 'A', email: 'a@example.com' });
  const model = new Model();
  const choose = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)];
  /** Returns the starts of paid periods. A period that is billed again counts with its last invoice. */
  const findPaid = async ({ id }: Sold) => {
    const last = new Map((await db.read(PERIODS.all({ account_id, id }))).map(({ start, status }) => [start, status]));
    return new Set([...last.keys()].filter((start) => last.get(start) === 'paid'));
  };
  for (const step of history) {
    const now = server.clock.now();
    if (step.do === 'buy' || step.do === 'cancel') await confirmClock(model);
    const running = model.sold.filter(({ isOver }) => !isOver);
    if (step.do === 'wait') server.clock.advance(step.hours * HOUR);
    if (step.do === 'buy') {
      const { id } = await server.operator.subscriptions.create({ account_id, plan: `Plan ${step.plan}` });
      model.sold.push({ id, price: PRICES[step.plan] ?? 0, anchor: now, billed: 1, isOver: false });
    }
    if (step.do === 'run') {
      const at = now + step.days * DAY;
      const forecast = await server.operator.billing.forecast({ at });
      const lines: RunLine[] = [];
      await server.operator.billing.run({ at, yes: true, onLine: (line) => lines.push(line) });
      expect(forecast.map(compare).sort(), 'the forecast of the run').toEqual(lines.map(compare).sort());
      model.run(at);
    }
    if (step.do === 'pay') {
      const invoice = choose(await db.read(OPEN.all({ account_id })), step.which);
      const amount = Math.ceil(((invoice?.due ?? 0) * step.percent) / 100);
      if (invoice)
        await server.operator.payments.record({ invoice_id: invoice.id, amount, currency: invoice.currency });
    }
    if (step.do === 'cancel') {
      const one = choose(
        running.filter(({ ends }) => step.immediately || ends === undefined),
        step.which,
      );
      if (!one) continue;
      model.cancel(one, now, await findPaid(one), step.immediately);
      await db.write(() => customer.subscriptions.cancel(account_id, one.id, step.immediately, now));
    }
    if (step.do === 'resume') {
      const one = choose(
        running.filter(({ ends }) => ends !== undefined),
        step.which,
      );
      if (!one) continue;
      await db.write(() => customer.subscriptions.resume(account_id, one.id));
      one.ends = undefined;
    }
  }
  return { account_id, model };
}

describe('for random customer histories and billing run times', () => {
  it('invoices equal what was sold, and payments equal paid invoices plus credit', async () => {
    const { db, customer } = server.hostler;
    await fc.assert(
      fc.asyncProperty(someHistory, async (history) => {
        const { account_id, model } = await play(history);
        const books = await db.read(BOOKS.one({ account_id }));
        expect(books?.sold, 'what was sold').toBe(model.amount);
        expect(books?.wrong, 'invoices that are open with nothing due, or the other way round').toBe(0);
        expect((books?.paid ?? 0) + (books?.credit ?? 0), 'where the money is').toBe(books?.received);
        const told = await db.read(TOLD.one({ account_id }));
        expect(told?.told, 'payment.overdue, once for each late invoice').toBe(told?.late);
        expect((await db.read(GAPS.one({})))?.gaps, 'gaps in the numbers').toBe(0);
        expect(await server.operator.billing.countFailed()).toBe(0);
        // End the subscriptions, so that later customers do not wait for their invoices.
        await confirmClock(model);
        for (const { id, isOver } of model.sold) {
          if (!isOver) await db.write(() => customer.subscriptions.cancel(account_id, id, true, server.clock.now()));
        }
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });
});
