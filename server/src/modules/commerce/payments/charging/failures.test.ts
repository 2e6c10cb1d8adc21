import { join } from 'node:path';
import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatedPayments, type SimulatedPayments } from '#engines/payment/simulated.ts';
import { clearFaults, failNext } from '#engines/simulation/faults.ts';
import { DAY } from '#kernel/time.ts';

interface Failed {
  id: number;
  account_id: number;
  what: string;
  reason: string;
  retry: string;
  retryable: boolean;
}

const REASON = 'The bank does not answer.';
const KEYS = sql<{ invoice_id: number }, { key: string; status: string }>(
  'select key, status from payments where invoice_id = :invoice_id order by id',
);
const FAIL_RENEWAL = sql<{ key: string; account_id: number; at: number }>(
  `insert into billing_failures (key, account_id, step, message, times, first_at, last_at)
   values (:key, :account_id, 'renewals', 'No price.', 1, :at, :at)`,
);
const HOLD = sql<{ id: number; on_hold: number }>('update invoices set on_hold = :on_hold where id = :id');

let server: TestServer;
let provider: SimulatedPayments;
let dir: string;

beforeAll(async () => {
  const rules = { HOSTLER_TAX_SMALL_BUSINESS: 'on', HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated' };
  server = await startTestServer({ env: rules, byHand: ['payments.look', 'billing.run', 'subscriptions.deliver'] });
  server.clock.standStill();
  dir = join(server.dataDir, 'simulated', 'payments');
  const eventSecret = server.hostler.vault.sign('simulated payments', 'notices');
  provider = createSimulatedPayments({ dir, delayMs: 0, eventSecret });
  await server.operator.plans.create({ name: 'S', price: 1_000 });
});
afterAll(() => server.stop());
afterEach(() => clearFaults(dir));

const list = (account: number) => server.run<Failed[]>('failed list', '--kind', 'billing', '--account', account);
const retry = (id: number, ...rest: string[]) =>
  server.run<{ done: string }>('retry', '--kind', 'billing', '--id', id, ...rest);

/** Creates a customer with a saved card and an unpaid invoice. */
async function createCustomer(card: string) {
  const { id } = await server.createAccount();
  const { db, customer } = server.hostler;
  const saveCard = (name: string) =>
    db.write(() => {
      const reference = `${name}-${id}`;
      const mandate = { reference, key: null, label: name, status: 'active', expiresAt: null, fingerprint: null };
      return customer.payments.keepMethod(id, 'simulated', mandate as never, server.clock.now());
    });
  await saveCard(card);
  const { invoice } = await server.operator.subscriptions.create({ account_id: id, plan: 'S' });
  const invoiceId = invoice?.id ?? 0;
  return {
    id,
    invoiceId,
    number: invoice?.number ?? '',
    saveCard,
    payments: () => db.read(KEYS.all({ invoice_id: invoiceId })),
    async charge() {
      await db.write(() => customer.payments.charge(id, invoiceId, 1, server.clock.now()));
      await this.settled();
    },
    settled: () =>
      until(async () => (await db.read(KEYS.all({ invoice_id: invoiceId }))).every((p) => p.status !== 'pending')),
  };
}

async function createDeclined() {
  const customer = await createCustomer('sim_ok');
  await failNext(dir, { operation: 'chargeMandate', code: 'refused', message: REASON, times: 1 });
  await customer.charge();
  return customer;
}

describe('a declined charge of a saved method', () => {
  it('is listed with its reason and retry command, and is retried once, under a new key', async () => {
    const customer = await createDeclined();
    const { invoiceId, number } = customer;
    expect(await list(customer.id)).toMatchObject([
      {
        kind: 'billing',
        id: invoiceId,
        account_id: customer.id,
        what: `charge of invoice ${number} (€10.00, sim_ok)`,
        reason: REASON,
        retry: `hostler retry --kind billing --id ${invoiceId}`,
        retryable: true,
      },
    ]);
    const tries = await Promise.allSettled([retry(invoiceId), retry(invoiceId), retry(invoiceId)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await customer.settled();
    expect(await customer.payments()).toEqual([
      { key: `inv:${invoiceId}:charge:1`, status: 'failed' },
      { key: `inv:${invoiceId}:charge:staff-2`, status: 'succeeded' },
    ]);
    expect(await provider.fetchStatus({ key: `inv:${invoiceId}:charge:staff-2` })).toMatchObject({ amount: 1_000 });
    expect(await list(customer.id)).toEqual([]);
    await expect(retry(invoiceId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is listed with the new reason if it is declined again, and the billing run still charges it', async () => {
    const customer = await createDeclined();
    await failNext(dir, { operation: 'chargeMandate', code: 'refused', message: 'Still none.', times: 1 });
    await retry(customer.invoiceId);
    await customer.settled();
    expect(await list(customer.id)).toMatchObject([{ id: customer.invoiceId, reason: 'Still none.' }]);
    await server.hostler.db.write(() =>
      server.hostler.customer.payments.charge(customer.id, customer.invoiceId, 2, server.clock.now()),
    );
    await customer.settled();
    expect(await list(customer.id)).toEqual([]);
  });

  it('is not listed while another payment is in progress, and is charged at most 20 times a day', async () => {
    const customer = await createCustomer('sim_soft');
    await customer.charge();
    for (let tries = 1; tries < 20; tries++) {
      await retry(customer.invoiceId);
      expect(await list(customer.id)).toEqual([]);
      await customer.settled();
    }
    await expect(retry(customer.invoiceId)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('20 times today'),
    });
    expect(await list(customer.id)).toHaveLength(1);
  });

  it.each(['invoice pay', 'invoice credit', 'invoice write-off'])('is removed from the list by %s', async (name) => {
    const { id, invoiceId } = await createDeclined();
    expect(await list(id)).toHaveLength(1);
    await server.run(name, '--id', invoiceId, ...(name === 'invoice pay' ? [] : ['--reason', 'agreed']));
    expect(await list(id)).toEqual([]);
    await expect(retry(invoiceId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is not listed while its invoice is on hold', async () => {
    const { id, invoiceId } = await createDeclined();
    await server.hostler.db.write(() => HOLD.run({ id: invoiceId, on_hold: 1 }));
    expect(await list(id)).toEqual([]);
    await server.hostler.db.write(() => HOLD.run({ id: invoiceId, on_hold: 0 }));
    expect(await list(id)).toHaveLength(1);
  });

  it('is not retried after a permanent decline, and another card pays the invoice', async () => {
    const customer = await createCustomer('sim_hard');
    await customer.charge();
    const advice = 'The method was declined for good. The customer adds another one under Billing.';
    expect(await list(customer.id)).toMatchObject([{ retryable: false, retry: advice }]);
    await expect(retry(customer.invoiceId)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await customer.payments()).toHaveLength(1);
    await customer.saveCard('sim_ok');
    await customer.settled();
    expect(await list(customer.id)).toEqual([]);
  });

  it('cannot be retried while charging of the account is stopped or while billing is held', async () => {
    const customer = await createDeclined();
    const { invoice } = await server.operator.subscriptions.create({ account_id: customer.id, plan: 'S' });
    const other = await server.operator.payments.create({ invoice_id: invoice?.id ?? 0 });
    await server.run('payment reverse', '--id', other.id, '--reason', 'returned');
    const stopped = expect.stringContaining(`hostler payment allow-charging --account ${customer.id}`);
    expect(await list(customer.id)).toMatchObject([{ retryable: false, retry: stopped }]);
    await expect(retry(customer.invoiceId)).rejects.toMatchObject({ code: 'CONFLICT', message: stopped });
    await server.run('payment allow-charging', '--account', customer.id);
    await server.operator.billing.run();
    server.clock.advance(10 * DAY);
    await expect(retry(customer.invoiceId)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Billing is held'),
    });
    await server.operator.billing.run({ yes: true });
    await customer.settled();
  });

  it('requires --part for a retry if a failed renewal has the same id', async () => {
    const customer = await createDeclined();
    const failed = { key: `renewals ${customer.invoiceId}`, account_id: customer.id, at: server.clock.now() };
    await server.hostler.db.write(() => FAIL_RENEWAL.run(failed));
    await expect(retry(customer.invoiceId)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/Nothing was retried\. Add --part \w+ or --part \w+\./),
    });
    expect(await customer.payments()).toHaveLength(1);
    expect(await list(customer.id)).toHaveLength(2);
    expect((await retry(customer.invoiceId, '--part', 'charge')).done).toContain(customer.number);
    await customer.settled();
    expect(await list(customer.id)).toMatchObject([{ what: failed.key }]);
  });
});
