import { expect, it } from 'vitest';
import { type Outcome, type PayRequests, payEach } from './pay-each.ts';

interface Provider {
  readonly decline?: readonly number[];
  readonly refuse?: ReadonlyMap<number, Error>;
  readonly before?: readonly { id: number; invoice_id: number; status: 'pending' | 'succeeded' | 'failed' }[];
  readonly paid?: readonly number[];
  readonly endless?: boolean;
}

const describe = (error: unknown) => (error instanceof Error ? error.message : '');

/** Pays with requests that keep their payments in memory; pending payments end at the first pause. */
async function run(ids: readonly number[], { decline = [], refuse, before = [], paid = [], endless }: Provider) {
  const payments = before.map((payment) => ({ ...payment, failure: null as string | null }));
  const started: number[] = [];
  const requests: PayRequests = {
    async start(invoice_id) {
      const error = refuse?.get(invoice_id);
      if (error) throw error;
      started.push(invoice_id);
      const payment = { id: 100 + invoice_id, invoice_id, status: 'pending' as const, failure: null };
      payments.unshift(payment);
      return payment;
    },
    listPayments: async () => payments.map((payment) => ({ ...payment })),
    showInvoice: async (id) => ({ amount_due: paid.includes(id) ? 0 : 900 }),
    describe,
    async pause() {
      for (const payment of endless ? [] : payments) {
        if (payment.status !== 'pending') continue;
        payment.status = decline.includes(payment.invoice_id) ? 'failed' : 'succeeded';
        payment.failure = payment.status === 'failed' ? 'Declined.' : null;
      }
    },
  };
  const outcomes = new Map<number, Outcome>();
  await payEach(
    ids,
    requests,
    (id, outcome) => outcomes.set(id, outcome),
    () => false,
  );
  return { outcomes: Object.fromEntries(outcomes), started };
}

it('stops at a declined invoice and leaves the later ones uncharged', async () => {
  const { outcomes, started } = await run([1, 2, 3], { decline: [2] });
  expect(outcomes).toEqual({ 1: { status: 'paid' }, 2: { status: 'failed', reason: 'Declined.' } });
  expect(started).toEqual([1, 2]);
});

it('shows an invoice that another tab paid as paid', async () => {
  const { outcomes } = await run([1], { refuse: new Map([[1, new Error('Nothing is due.')]]), paid: [1] });
  expect(outcomes).toEqual({ 1: { status: 'paid' } });
});

it('follows the payment that another tab started', async () => {
  const before = [{ id: 7, invoice_id: 1, status: 'pending' as const }];
  const { outcomes } = await run([1], { refuse: new Map([[1, new Error('In progress.')]]), before });
  expect(outcomes).toEqual({ 1: { status: 'paid' } });
});

it('gives the reason of a refusal', async () => {
  const before = [{ id: 7, invoice_id: 1, status: 'failed' as const }];
  const { outcomes } = await run([1, 2], { refuse: new Map([[1, new Error('Charged 20 times today.')]]), before });
  expect(outcomes).toEqual({ 1: { status: 'failed', reason: 'Charged 20 times today.' } });
});

it('continues after a payment that takes long', async () => {
  const { outcomes, started } = await run([1, 2], { endless: true });
  expect(outcomes).toEqual({ 1: { status: 'started' }, 2: { status: 'started' } });
  expect(started).toEqual([1, 2]);
});

it('charges no further invoice after it is stopped', async () => {
  const started: number[] = [];
  const requests: PayRequests = {
    async start(id) {
      started.push(id);
      return null;
    },
    listPayments: async () => [],
    showInvoice: async () => ({ amount_due: 1 }),
    pause: async () => undefined,
    describe,
  };
  await payEach(
    [1, 2],
    requests,
    () => undefined,
    () => started.length > 0,
  );
  expect(started).toEqual([1]);
});
