import { sql } from '@hostler/database';
import { expect } from 'vitest';
import { type JobHandler, Worker } from '../../server/src/kernel/jobs/worker.ts';
import type { ApiData, ApiPath } from '../../testing/api-types.ts';
import { startTestServer } from '../../testing/server/server.ts';

export const DAY = 24 * 60 * 60 * 1000;

/** Behaviour of one customer during the year. */
export interface Story {
  readonly name: string;
  /** Order on the first day. */
  readonly order: Readonly<Record<string, unknown>>;
  /** Saved card of the simulated provider. */
  readonly card?: string;
  /** Credit before the order. */
  readonly credit?: number;
  /** Billing profile, if it affects the tax. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** Handles an open invoice of today; every customer pays the first one immediately. */
  pay?(year: Year, invoice: OpenInvoice): Promise<void>;
  /** Further actions on a day of the subscription, counted from 0. */
  live?(year: Year, customer: Customer, day: number): Promise<void>;
}

export interface Customer {
  readonly story: Story;
  readonly accountId: number;
  readonly key: string;
  /** Day of the order, counted from the start of the year. */
  readonly joins: number;
  subscriptionId: number;
}

export interface OpenInvoice {
  readonly id: number;
  readonly account_id: number;
  readonly currency: string;
  readonly amount_paid: number;
  /** Amount due. */
  readonly due: number;
  readonly issued_at: number;
  readonly due_at: number;
}

const OPEN = sql<object, OpenInvoice>(
  `select id, account_id, currency, amount_paid, issued_at, due_at,
     total - amount_paid - amount_credited - amount_written_off as due
   from invoices where status in ('unpaid', 'overdue') order by id`,
);
/** Skips sending: stored mails are checked, and sending would render every invoice. */
const NOT_DONE = 'mail.send';
const JOBS = sql<{ kind: string }, { count: number }>('select count(*) as count from jobs where kind <> :kind');
const SAVE_CARD = sql<{ account_id: number; key: string; reference: string; now: number }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, :key, 'simulated', :reference, 'A card', 'active', 1, :now)`,
);
const FIRST_PAID = sql<{ account_id: number }, { id: number }>(
  `select id from invoices where account_id = :account_id and status = 'paid' and type = 'invoice' and total > 0 order by id limit 1`,
);
const PAYMENTS = sql<{ account_id: number }, { id: number }>(
  `select id from payments where account_id = :account_id and status = 'succeeded' order by id`,
);

export type Year = Awaited<ReturnType<typeof openYear>>;

/** Starts the real server in this process with a movable clock and a seller in Germany. */
export async function openYear(start: number) {
  const server = await startTestServer({
    worker: false,
    env: {
      HOSTLER_SELLER_NAME: 'Example Hosting GmbH',
      HOSTLER_SELLER_STREET: 'Hauptstraße 1',
      HOSTLER_SELLER_POSTAL_CODE: '10115',
      HOSTLER_SELLER_CITY: 'Berlin',
      HOSTLER_SELLER_COUNTRY: 'DE',
      HOSTLER_SELLER_VAT_ID: 'DE123456789',
      HOSTLER_SELLER_EMAIL: 'billing@example.com',
      HOSTLER_SELLER_IBAN: 'DE02120300000000202051',
      HOSTLER_SELLER_TIME_ZONE: 'Europe/Berlin',
      HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated',
    },
  });
  server.clock.standStill();
  server.clock.advance(start - server.clock.now());
  const { db } = server.hostler;
  // Runs queued work; the story triggers maintenance itself.
  let isRunning = Promise.resolve();
  const handlers = server.hostler.jobs
    .filter(({ kind }) => kind !== NOT_DONE)
    .map((handler): JobHandler => ({ ...handler, run: (work) => isRunning.then(() => handler.run(work)) }));
  const worker = new Worker({ ...server.hostler, handlers, recurring: [] });
  worker.start();

  async function settle(): Promise<void> {
    while (((await db.read(JOBS.one({ kind: NOT_DONE })))?.count ?? 0) > 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async function post<P extends ApiPath<'POST'>>(path: P, key: string, body?: unknown): Promise<ApiData<'POST', P>> {
    const answer = await server.post(path, key, body);
    expect(answer.body.success, `${path}: ${JSON.stringify(answer.body.error)}`).toBe(true);
    return answer.body.data;
  }

  async function runTwice(at: number): Promise<void> {
    const first: string[] = [];
    const again: string[] = [];
    for (const lines of [first, again]) {
      await server.operator.billing.run({
        at,
        onLine({ step, account_id, state, what }) {
          expect(state, `${step} of account ${account_id}: ${what}`).toBe('done');
          lines.push(`${step}: ${what}`);
        },
      });
    }
    expect(again, `a second run on ${new Date(at).toISOString()}`).toEqual([]);
  }

  async function lastPayment(accountId: number): Promise<number> {
    return (await db.read(PAYMENTS.all({ account_id: accountId }))).at(-1)?.id ?? 0;
  }

  return {
    server,
    post,
    settle,
    now: () => server.clock.now(),
    advance: (ms: number) => server.clock.advance(ms),
    listOpen: async () => db.read(OPEN.all({})),

    async openAccount(story: Story, joins: number): Promise<Customer> {
      const { id: accountId, live: key } = await server.createAccount();
      const { profile, credit, card } = story;
      const home = { street: 'Lindenweg 2', postal_code: '10117', city: 'Berlin', country: 'DE' };
      await server.operator.profiles.update({ account_id: accountId, ...home, ...profile });
      if (card) {
        const saved = { account_id: accountId, key: `mandate:${accountId}`, reference: card, now: server.clock.now() };
        await db.write(() => SAVE_CARD.run(saved));
      }
      if (credit) {
        const granted = { account_id: accountId, amount: credit, currency: 'EUR', reason: 'Welcome.' };
        await server.operator.payments.grantCredit(granted);
      }
      return { story, accountId, key, joins, subscriptionId: 0 };
    },

    async pay({ id, currency }: OpenInvoice, amount: number): Promise<void> {
      if (amount > 0) await server.operator.payments.record({ invoice_id: id, amount, currency, method: 'transfer' });
    },

    /** Changes the plan at the previewed amount. */
    async changePlan(id: number, key: string, plan: string): Promise<void> {
      const preview = await post(`/subscriptions/preview?id=${id}`, key, { plan });
      const confirmation = { plan, expected_amount: preview.amount_due_now };
      await post(`/subscriptions/change?id=${id}`, key, confirmation);
    },

    /** Credits the first invoice; its payment becomes credit. */
    async credit(accountId: number, reason: string): Promise<void> {
      const paid = await db.read(FIRST_PAID.one({ account_id: accountId }));
      await server.operator.invoices.credit({ id: paid?.id ?? 0, reason });
    },

    /** Refunds the last payment to the credit or to its payment method. */
    async refund(accountId: number, to: 'credit' | 'method'): Promise<void> {
      await server.operator.payments.refund({ id: await lastPayment(accountId), to, reason: 'As agreed.' });
    },

    /** Reverses the last payment by the bank. */
    async dispute(accountId: number): Promise<void> {
      await server.operator.payments.reverse({ id: await lastPayment(accountId), reason: 'Unknown to the holder.' });
    },

    /** Allows charges again after a dispute. */
    async allowCharging(accountId: number): Promise<void> {
      await server.operator.payments.allowCharging({ account_id: accountId });
    },

    /** Writes off the remaining amount. */
    async giveUp(accountId: number): Promise<void> {
      for (const { id, account_id } of await db.read(OPEN.all({}))) {
        if (account_id === accountId) await server.operator.invoices.writeOff({ id, reason: 'They have moved away.' });
      }
    },

    /** Runs the billing twice; the second run handles what the first one queued and bills nothing new. */
    async run(at = server.clock.now()): Promise<void> {
      await settle();
      const { promise, resolve } = Promise.withResolvers<void>();
      isRunning = promise;
      await runTwice(at).finally(resolve);
    },

    async close(): Promise<void> {
      await worker.stop(5_000);
      await server.stop();
    },
  };
}
