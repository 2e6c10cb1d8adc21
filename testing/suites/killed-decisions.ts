import { join } from 'node:path';
import { sql } from '@hostler/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedPayments, type SimulatedPayments } from '../../server/src/engines/payment/simulated.ts';
import { HOUR } from '../../server/src/kernel/time.ts';
import { bundleOrderDecisions, decideInProcess, killAtCommits, readFacts } from '../server/killed-billing.ts';
import { startTestServer, type TestServer } from '../server/server.ts';

/** Facts about one customer that are the same for every customer with this history. */
const FACTS = {
  orders: sql<{ account_id: number }, object>('select status from orders where account_id = :account_id'),
  subscriptions: sql<{ account_id: number }, object>(
    'select status, review_since from subscriptions where account_id = :account_id',
  ),
  invoices: sql<{ account_id: number }, object>(
    `select type, status, total, amount_paid, amount_credited from invoices where account_id = :account_id order by id`,
  ),
  payments: sql<{ account_id: number }, object>(
    'select status, amount, refunded_amount, capture_state from payments where account_id = :account_id order by id',
  ),
  refunds: sql<{ account_id: number }, object>(
    'select destination, status, amount from payment_refunds where account_id = :account_id',
  ),
  ledger: sql<{ account_id: number }, object>(
    'select kind, amount from ledger_entries where account_id = :account_id order by id',
  ),
  events: sql<{ account_id: number }, object>(
    'select type, count(*) as count from events where account_id = :account_id group by type order by type',
  ),
  mails: sql<{ account_id: number }, object>(
    `select m.kind, count(*) as count from mails as m join accounts as a on a.email = m.recipient
     where a.id = :account_id group by m.kind order by m.kind`,
  ),
  servers: sql<{ account_id: number }, object>('select status from hosting where account_id = :account_id'),
};
const ORDER = sql<{ account_id: number }, { id: number }>('select id from orders where account_id = :account_id');
/** Time for one process per commit. */
const MANY_PROCESSES = 600_000;

let server: TestServer;
let provider: SimulatedPayments;
let program: string;

interface Customer {
  account: number;
  order: number;
  /** Reference of the authorised payment; null if the order was paid by bank transfer. */
  reference: string | null;
}

/** Creates a customer whose order is in review, and who authorised a card or paid by bank transfer. */
async function createCustomer(by: 'card' | 'transfer'): Promise<Customer> {
  const { id: account, live } = await server.createAccount();
  const wanted = { plan: 'S', hostname: 'shop.example.com' };
  const { body } = await server.post<{ invoice: { id: number } }>('/subscriptions', live, wanted);
  const order = (await server.hostler.db.read(ORDER.one({ account_id: account })))?.id ?? 0;
  const invoice_id = body.data.invoice.id;
  if (by === 'transfer') {
    await server.operator.payments.create({ invoice_id });
    return { account, order, reference: null };
  }
  const { db, customer } = server.hostler;
  const { payment } = await db.write(() =>
    customer.payments.begin(account, invoice_id, 'simulated', server.clock.now()),
  );
  const { reference } = await provider.startPayment({
    ...{ key: String(payment.key), amount: payment.amount, currency: payment.currency, authorize: true },
    ...{ description: 'Invoice', reference: 'INV', returnUrl: 'https://panel.example.com/' },
    customer: { email: 'a@example.com', name: 'A' },
  });
  for (const { body, headers } of await provider.decide(reference, 'sim_ok')) {
    const sent = { method: 'POST', body: new Uint8Array(body), headers };
    expect((await fetch(`${server.url}/payments/simulated/notices`, sent)).status).toBe(200);
  }
  return { account, order, reference };
}

async function createCustomers() {
  const approve = [await createCustomer('card'), await createCustomer('transfer')];
  const refuse = [await createCustomer('card'), await createCustomer('transfer')];
  const all = [...approve, ...refuse];
  return {
    orders: { approve: approve.map(({ order }) => order), refuse: refuse.map(({ order }) => order) },
    read: () =>
      readFacts(
        server,
        FACTS,
        all.map(({ account }) => account),
      ),
    statusAtProvider: () =>
      Promise.all(all.map(async ({ reference }) => reference && (await provider.fetchStatus({ reference }))?.status)),
  };
}

/** Kills the decisions at each of their commits, or only at samples of them. */
export function describeKilledDecisions(samples?: readonly number[]): void {
  beforeAll(async () => {
    program = await bundleOrderDecisions();
    const rules = { HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated', HOSTLER_TAX_SMALL_BUSINESS: 'on' };
    server = await startTestServer({ env: { ...rules, HOSTLER_ORDER_REVIEW: 'all' }, worker: false });
    server.clock.standStill();
    const eventSecret = server.hostler.vault.sign('simulated payments', 'notices');
    provider = createSimulatedPayments({ dir: join(server.dataDir, 'simulated', 'payments'), delayMs: 0, eventSecret });
    await server.operator.plans.create({ name: 'S', price: 1_000, stock: 50 });
  });
  afterAll(() => server.stop());

  describe('approvals and refusals of orders, killed at any of their commits and repeated', () => {
    it(
      'charge each approved order once, charge no refused one, and create one server for each approved order',
      async () => {
        const untouched = await createCustomers();
        expect(await decideInProcess(program, server, { ...untouched.orders, commits: Number.MAX_SAFE_INTEGER })).toBe(
          'done',
        );
        const expected = await untouched.read();
        const [charged, transferred, cancelled, returned] = expected;
        for (const approved of [charged, transferred]) {
          expect(approved?.payments).toMatchObject([{ status: 'succeeded', amount: 1_000, refunded_amount: 0 }]);
          expect(approved?.servers).toEqual([{ status: 'running' }]);
        }
        expect(cancelled).toMatchObject({ payments: [{ status: 'failed' }], refunds: [], servers: [] });
        expect(returned).toMatchObject({ payments: [{ refunded_amount: 1_000 }], servers: [] });
        const atProvider = ['succeeded', null, 'failed', null];
        expect(await untouched.statusAtProvider()).toEqual(atProvider);

        const customers = await createCustomers();
        const killed = await killAtCommits((commits) => {
          // Retries of the killed process are due.
          server.clock.advance(HOUR);
          return decideInProcess(program, server, { ...customers.orders, commits });
        }, samples);
        expect(killed).toBeGreaterThanOrEqual(samples?.length ?? 6);
        expect(await customers.read()).toEqual(expected);
        expect(await customers.statusAtProvider()).toEqual(atProvider);
      },
      MANY_PROCESSES,
    );
  });
}
