import { join } from 'node:path';
import { sql } from '@hostler/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext } from '../../server/src/engines/simulation/faults.ts';
import { HOUR } from '../../server/src/kernel/time.ts';
import { bundleBillingRun, killAtCommits, readFacts, runBillingInProcess } from '../server/killed-billing.ts';
import { startTestServer, type TestServer } from '../server/server.ts';
import { until } from '../until.ts';

/** Facts about one customer that are the same for every customer with this history. */
const FACTS = {
  subscriptions: sql<{ account_id: number }, object>(
    'select status, delivery_attempts from subscriptions where account_id = :account_id order by id',
  ),
  invoices: sql<{ account_id: number }, object>(
    `select type, status, total, amount_paid, amount_credited from invoices where account_id = :account_id order by id`,
  ),
  payments: sql<{ account_id: number }, object>(
    'select status, amount, refunded_amount from payments where account_id = :account_id order by id',
  ),
  refunds: sql<{ account_id: number }, object>(
    'select destination, status, amount from payment_refunds where account_id = :account_id order by id',
  ),
  payouts: sql<{ account_id: number }, object>(
    'select amount, paid_at from payment_payouts where account_id = :account_id order by id',
  ),
  ledger: sql<{ account_id: number }, object>(
    'select kind, amount, balance from ledger_entries where account_id = :account_id order by id',
  ),
  events: sql<{ account_id: number }, object>(
    'select type, count(*) as count from events where account_id = :account_id group by type order by type',
  ),
  mails: sql<{ account_id: number }, object>(
    `select m.kind, count(*) as count from mails as m join accounts as a on a.email = m.recipient
     where a.id = :account_id group by m.kind order by m.kind`,
  ),
  servers: sql<{ account_id: number }, object>('select status from hosting where account_id = :account_id order by id'),
};
const STOCK = sql<object, { stock: number }>(`select stock from plans where name = 'S'`);
const JOBS = sql<object, { count: number }>('select count(*) as count from jobs');
const FAILED = sql<object, { count: number }>(
  `select count(*) as count from subscriptions where status = 'pending' and delivery_attempts = 1`,
);
const SAVE_CARD = sql<{ account_id: number; key: string }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, :key, 'simulated', 'sim_ok', 'A card', 'active', 1, 1)`,
);
/** Time for one process per commit. */
const MANY_PROCESSES = 300_000;

let server: TestServer;
let program: string;

const settle = () => until(async () => (await server.hostler.db.read(JOBS.one({})))?.count === 0);

/**
 * Creates three customers whose servers cannot be created. They paid by card, by bank transfer, and by credit and card.
 */
async function makeCustomers(): Promise<number[]> {
  const accounts = [await server.createAccount(), await server.createAccount(), await server.createAccount()];
  const [card, bank, mixed] = accounts.map(({ id }) => id) as [number, number, number];
  for (const account_id of [card, mixed]) {
    await server.hostler.db.write(() => SAVE_CARD.run({ account_id, key: `mandate:${account_id}` }));
  }
  await server.operator.payments.grantCredit({ account_id: mixed, amount: 400, currency: 'EUR', reason: 'test' });
  const refusal = { operation: 'create', code: 'refused', message: 'There is no image "debian/13".' } as const;
  await failNext(join(server.dataDir, 'simulated', 'vps'), { ...refusal, times: accounts.length });
  for (const { id, live } of accounts) {
    const order = { plan: 'S', hostname: 'shop.example.com' };
    const { body } = await server.post('/subscriptions', live, order);
    if (id === bank) await server.operator.payments.create({ invoice_id: body.data.invoice?.id ?? 0 });
  }
  await until(async () => (await server.hostler.db.read(FAILED.one({})))?.count === accounts.length);
  await settle();
  return [card, bank, mixed];
}

const read = (accounts: readonly number[]) => readFacts(server, FACTS, accounts);

/** Kills the cancellation at each of its commits, or only at samples of them. */
export function describeKilledCancellations(samples?: readonly number[]): void {
  beforeAll(async () => {
    program = await bundleBillingRun();
    server = await startTestServer({
      env: { HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated', HOSTLER_TAX_SMALL_BUSINESS: 'on' },
      byHand: ['subscriptions.deliver', 'billing.run'],
    });
    server.clock.standStill();
    await server.operator.plans.create({ name: 'S', price: 1_000, stock: 50 });
  });
  afterAll(() => server.stop());

  describe('the cancellation of undeliverable orders, killed at any of its commits and run again', () => {
    it(
      'credits and refunds each order once',
      async () => {
        const untouched = await makeCustomers();
        server.clock.advance(72 * HOUR);
        await server.operator.billing.run({});
        await settle();
        const expected = await read(untouched);
        for (const { subscriptions, invoices, servers } of expected) {
          expect(subscriptions).toMatchObject([{ status: 'cancelled' }]);
          expect(invoices).toMatchObject([{ type: 'invoice' }, { type: 'credit_note', total: -1_000 }]);
          expect(servers).toEqual([{ status: 'terminated' }]);
        }
        expect(expected.map(({ refunds, payouts }) => [refunds?.length, payouts?.length])).toEqual([
          [1, 0],
          [1, 1],
          [1, 0],
        ]);
        expect(expected[2]?.ledger?.at(-1)).toMatchObject({ balance: 400 });

        const customers = await makeCustomers();
        server.clock.advance(72 * HOUR);
        const killed = await killAtCommits(
          (commits) => runBillingInProcess(program, server, { at: server.clock.now(), commits }),
          samples,
        );
        await settle();
        expect(killed).toBeGreaterThanOrEqual(samples?.length ?? 3);
        expect(await read(customers)).toEqual(expected);
        expect(await server.hostler.db.read(STOCK.one({}))).toEqual({ stock: 50 });
      },
      MANY_PROCESSES,
    );
  });
}
