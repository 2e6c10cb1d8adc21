import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  EventHeaders,
  MandateCharge,
  PaymentCapability,
  PaymentDriver,
  PaymentOrder,
  ProviderEvent,
} from '../../server/src/engines/payment/driver.ts';

/** Behaviour of a customer's card. */
export type CardBehaviour = 'pays' | 'soft' | 'hard' | 'action' | 'slow' | 'refund_fails' | 'capture_fails';

/** Provided by the test of a driver. */
export interface PaymentHarness {
  driver: PaymentDriver;
  /** The customer pays on the page, or leaves it (null). */
  finish?(reference: string, card: CardBehaviour | null): Promise<void>;
  /** A slow payment succeeds. */
  settle?(reference: string): Promise<void>;
  /** The bank ends an authorisation that was not captured in time. */
  expire?(reference: string): Promise<void>;
  dispute?(reference: string, status: 'open' | 'won'): Promise<void>;
  /** Returns the webhooks the provider has sent since the last call. */
  takeEvents?(): Promise<{ body: Buffer; headers: EventHeaders }[]>;
  /** The provider performs the next call, but its response is lost. */
  loseNextAnswer?(operation: 'startPayment' | 'chargeMandate' | 'refund' | 'capture'): Promise<void>;
  setReachable?(reachable: boolean): Promise<void>;
  /** Returns how many charges the provider made for an invoice. */
  countCharges?(invoice: string): Promise<number>;
  /** Removes everything the test created. */
  close(): Promise<void>;
}

const customer = { email: 'ada@customer.test', name: 'Ada Lovelace' };

/** Contract of every payment driver. */
export function describePaymentDriver(
  title: string,
  capabilities: readonly PaymentCapability[],
  openHarness: () => Promise<PaymentHarness>,
): void {
  const can = (capability: PaymentCapability) => (capabilities.includes(capability) ? describe : () => {});

  describe(`${title}: the payment contract`, () => {
    let harness: Required<PaymentHarness>;
    let driver: PaymentDriver;
    let order: PaymentOrder;

    beforeAll(async () => {
      harness = (await openHarness()) as Required<PaymentHarness>;
      driver = harness.driver;
    });
    afterAll(() => harness.close());
    beforeEach(() => {
      const id = randomUUID().slice(0, 8);
      order = {
        key: `inv:${id}:page:1`,
        amount: 1990,
        currency: 'EUR',
        description: 'Invoice INV-2026-000001',
        reference: `INV-${id}`,
        returnUrl: 'http://127.0.0.1:8080/billing',
        customer,
      };
    });

    const charge = (mandate: string, change: Partial<MandateCharge> = {}): MandateCharge => ({
      key: order.key,
      mandate,
      amount: order.amount,
      currency: order.currency,
      description: order.description,
      reference: order.reference,
      ...change,
    });

    async function saveCard(card: CardBehaviour): Promise<string> {
      const key = `mandate:${randomUUID()}`;
      const setup = await driver.createMandate({ key, currency: 'EUR', returnUrl: order.returnUrl, customer });
      await harness.finish(setup.reference, card);
      return (await driver.fetchMandate(setup.reference))?.reference ?? '';
    }

    async function readEvents(): Promise<ProviderEvent[]> {
      const providerEvents: ProviderEvent[] = [];
      for (const { body, headers } of await harness.takeEvents()) {
        providerEvents.push(...(await driver.parseWebhook(body, headers)));
      }
      return providerEvents;
    }

    it('reports that it is reachable, and its capabilities', async () => {
      expect(await driver.check()).toMatchObject({ reachable: true, version: expect.any(String) });
      expect([...driver.capabilities].sort()).toEqual([...capabilities].sort());
    });

    it('returns the next step for the customer, and the same one when repeated', async () => {
      const started = await driver.startPayment(order);
      const type = capabilities.includes('redirect') ? 'redirect' : 'instructions';
      expect(started).toMatchObject({ reference: expect.any(String), status: 'pending', next: { type } });
      expect(await driver.startPayment(order)).toEqual(started);
    });

    it.each([
      ['the amount 0', { amount: 0 }],
      ['a negative amount', { amount: -1 }],
      ['a fraction of a cent', { amount: 0.5 }],
      ['an amount of a million euros', { amount: 100_000_000 }],
      ['an unknown currency', { currency: 'euro' }],
      ['an empty key', { key: '' }],
      ['a key that is too long', { key: 'k'.repeat(201) }],
    ])('refuses a payment with %s', async (_what, change) => {
      const refused = driver.startPayment({ ...order, ...change });
      await expect(refused).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
    });

    it('returns no status for a payment that was never started', async () => {
      expect(await driver.fetchStatus({ key: `never:${randomUUID()}` })).toBeUndefined();
    });

    it('refuses unsupported operations', async () => {
      const refused = { name: 'EngineError', code: 'refused' };
      const { key, returnUrl, amount, currency } = order;
      if (!capabilities.includes('mandate'))
        await expect(driver.createMandate({ key, currency, returnUrl, customer })).rejects.toMatchObject(refused);
      if (!capabilities.includes('charge'))
        await expect(driver.chargeMandate(charge('any'))).rejects.toMatchObject(refused);
      if (!capabilities.includes('refund'))
        await expect(driver.refund({ key, payment: 'any', amount, currency })).rejects.toMatchObject(refused);
      if (!capabilities.includes('authorize')) {
        await expect(driver.capture({ key, payment: 'any', amount, currency })).rejects.toMatchObject(refused);
        await expect(driver.cancelAuthorization('any')).rejects.toMatchObject(refused);
      }
      if (!capabilities.includes('webhook'))
        await expect(driver.parseWebhook(Buffer.from('{}'), {})).rejects.toMatchObject(refused);
    });

    can('redirect')('a payment page', () => {
      it('reports the payment by reference, by key and by a webhook event', async () => {
        const { reference } = await driver.startPayment(order);
        await readEvents();
        await harness.finish(reference, 'pays');
        const { key, amount, currency } = order;
        const paid = { key, amount, currency, status: 'succeeded', failure: null, mandate: null };
        expect(await driver.fetchStatus({ reference })).toMatchObject(paid);
        expect(await driver.fetchStatus({ key })).toMatchObject(paid);
        const providerEvents = await readEvents();
        expect(providerEvents).toContainEqual(expect.objectContaining({ type: 'payment' }));
        for (const providerEvent of providerEvents)
          expect(providerEvent).toMatchObject({ type: 'payment', payment: paid });
      });

      it('reports the payment as failed if the customer leaves', async () => {
        const { reference } = await driver.startPayment(order);
        await readEvents();
        await harness.finish(reference, null);
        expect(await driver.fetchStatus({ reference })).toMatchObject({ key: order.key, status: 'failed' });
        expect(await readEvents()).toMatchObject([{ type: 'payment', payment: { key: order.key, status: 'failed' } }]);
      });

      it('saves a mandate on request, which can be charged', async () => {
        const { reference } = await driver.startPayment({ ...order, keep: true });
        await harness.finish(reference, 'pays');
        const paid = await driver.fetchStatus({ reference });
        expect(paid?.mandate).toMatchObject({
          key: order.key,
          status: 'active',
          label: expect.stringContaining('••••'),
        });
        const again = charge(paid?.mandate?.reference ?? '', { key: `${order.key}:next` });
        expect(await driver.chargeMandate(again)).toMatchObject({ status: 'succeeded' });
      });

      it('is reused, even with another return URL and a request to save the card', async () => {
        const { reference } = await driver.startPayment(order);
        const returnUrl = 'http://127.0.0.1:8080/invoices';
        const again = { ...order, returnUrl, keep: true, customer: { ...customer, email: 'new@customer.test' } };
        expect(await driver.startPayment(again)).toMatchObject({ reference, status: 'pending' });
      });

      it('refuses a different payment under the same key', async () => {
        await driver.startPayment(order);
        const other = driver.startPayment({ ...order, amount: order.amount + 1 });
        await expect(other).rejects.toMatchObject({ code: 'conflict' });
      });
    });

    can('mandate')('a mandate', () => {
      it('exists once the customer has finished, and is reported by a webhook event', async () => {
        const key = `mandate:${randomUUID()}`;
        const request = { key, currency: 'EUR', returnUrl: order.returnUrl, customer };
        const setup = await driver.createMandate(request);
        expect(setup.next.type).toBe('redirect');
        expect(await driver.createMandate(request)).toEqual(setup);
        expect(await driver.fetchMandate(setup.reference)).toBeUndefined();
        await readEvents();
        await harness.finish(setup.reference, 'pays');
        const mandate = await driver.fetchMandate(setup.reference);
        expect(mandate).toMatchObject({ key, status: 'active', label: expect.stringContaining('••••') });
        expect(await readEvents()).toEqual([{ id: expect.any(String), type: 'mandate', mandate }]);
      });

      it('is not created if the customer leaves', async () => {
        const { returnUrl } = order;
        const setup = await driver.createMandate({
          key: `mandate:${randomUUID()}`,
          currency: 'EUR',
          returnUrl,
          customer,
        });
        await harness.finish(setup.reference, null);
        expect(await driver.fetchMandate(setup.reference)).toBeUndefined();
      });

      it('cannot be charged after its cancellation, which is idempotent', async () => {
        const mandate = await saveCard('pays');
        await driver.cancelMandate(mandate);
        await driver.cancelMandate(mandate);
        expect(await driver.chargeMandate(charge(mandate))).toMatchObject({
          status: 'failed',
          failure: { kind: 'hard' },
        });
      });
    });

    can('charge')('a charge', () => {
      it('succeeds once, however often it is requested', async () => {
        const mandate = await saveCard('pays');
        const first = await driver.chargeMandate(charge(mandate));
        const { key, amount, currency } = order;
        expect(first).toMatchObject({ key, amount, currency, status: 'succeeded', failure: null });
        expect(await driver.chargeMandate(charge(mandate))).toEqual(first);
        expect(await driver.fetchStatus({ key })).toEqual(first);
        expect(await driver.fetchStatus({ reference: first.reference })).toEqual(first);
        expect(await harness.countCharges(order.reference)).toBe(1);
      });

      it('is made once under concurrency', async () => {
        const mandate = await saveCard('pays');
        const asked = Array.from({ length: 4 }, () => driver.chargeMandate(charge(mandate)));
        const answers = await Promise.allSettled(asked);
        const references = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.reference] : []));
        expect(new Set(references).size).toBe(1);
        expect(await harness.countCharges(order.reference)).toBe(1);
      });

      it('is refused if the same key was used for another amount', async () => {
        const mandate = await saveCard('pays');
        await driver.chargeMandate(charge(mandate));
        const other = driver.chargeMandate(charge(mandate, { amount: order.amount + 1 }));
        await expect(other).rejects.toMatchObject({ name: 'EngineError', code: 'conflict' });
      });

      it.each([
        ['soft', 'soft'],
        ['hard', 'hard'],
        ['action', 'action_required'],
      ] as const)('returns whether to retry if it is declined (%s)', async (card, kind) => {
        const mandate = await saveCard(card);
        const failed = { status: 'failed', failure: { kind, message: expect.stringMatching(/^[A-Z].+\.$/) } };
        const answer = await driver.chargeMandate(charge(mandate));
        expect(answer).toMatchObject({ key: order.key, ...failed });
        expect(await driver.chargeMandate(charge(mandate))).toEqual(answer);
        expect(await driver.fetchStatus({ key: order.key })).toMatchObject(failed);
      });

      it('is declined as hard with an unknown mandate', async () => {
        const unknown = driver.chargeMandate(charge(`unknown-${'0'.repeat(16)}`));
        expect(await unknown).toMatchObject({ status: 'failed', failure: { kind: 'hard' } });
      });

      it('may be pending, and is reported by a webhook event when it succeeds', async () => {
        const mandate = await saveCard('slow');
        const { reference, status } = await driver.chargeMandate(charge(mandate));
        expect(status).toBe('pending');
        await readEvents();
        await harness.settle(reference);
        expect(await driver.fetchStatus({ reference })).toMatchObject({ status: 'succeeded' });
        const told = { type: 'payment', payment: { key: order.key, status: 'succeeded' } };
        expect(await readEvents()).toMatchObject([told]);
      });

      it('is made once and found by its key if the response is lost', async () => {
        const mandate = await saveCard('pays');
        await harness.loseNextAnswer('chargeMandate');
        await expect(driver.chargeMandate(charge(mandate))).rejects.toMatchObject({ code: 'unreachable' });
        expect(await driver.fetchStatus({ key: order.key })).toMatchObject({ status: 'succeeded' });
        expect(await driver.chargeMandate(charge(mandate))).toMatchObject({ status: 'succeeded' });
        expect(await harness.countCharges(order.reference)).toBe(1);
      });
    });

    can('authorize')('an authorisation', () => {
      const authorize = async (card: CardBehaviour = 'pays') =>
        driver.chargeMandate(charge(await saveCard(card), { authorize: true }));
      const take = (payment: string, amount = order.amount) =>
        driver.capture({ key: order.key, payment, amount, currency: order.currency });

      it('of a saved card charges nothing until it is captured, which happens once', async () => {
        const held = await authorize();
        const { key, amount } = order;
        expect(held).toMatchObject({ key, amount, status: 'authorized', failure: null });
        expect((held.authorizedUntil ?? 0) - Date.now()).toBeGreaterThan(24 * 3600 * 1000);
        expect(await driver.fetchStatus({ key })).toEqual(held);
        await readEvents();
        expect(await take(held.reference)).toMatchObject({ status: 'succeeded', amount });
        expect(await take(held.reference)).toMatchObject({ status: 'succeeded', amount });
        expect(await driver.cancelAuthorization(held.reference)).toMatchObject({ status: 'succeeded' });
        expect(await harness.countCharges(order.reference)).toBe(1);
      });

      it('on a page is reported by reference, by key and by a webhook event', async () => {
        const { reference } = await driver.startPayment({ ...order, authorize: true });
        await readEvents();
        await harness.finish(reference, 'pays');
        const { key, amount, currency } = order;
        const held = { key, amount, currency, status: 'authorized', mandate: null };
        expect(await driver.fetchStatus({ reference })).toMatchObject(held);
        expect(await driver.fetchStatus({ key })).toMatchObject(held);
        for (const event of await readEvents()) expect(event).toMatchObject({ type: 'payment', payment: held });
        expect(await take(reference)).toMatchObject({ status: 'succeeded' });
      });

      it('can be captured in part, and no more than that is refunded', async () => {
        const { reference } = await authorize();
        expect(await take(reference, 990)).toMatchObject({ status: 'succeeded', amount: 990 });
        expect(await driver.fetchStatus({ reference })).toMatchObject({ status: 'succeeded', amount: 990 });
        const refund = { key: `${order.key}:refund`, payment: reference, currency: 'EUR' };
        await expect(driver.refund({ ...refund, amount: 991 })).rejects.toMatchObject({ code: 'refused' });
      });

      it('is captured once if the response is lost', async () => {
        const { reference } = await authorize();
        await harness.loseNextAnswer('capture');
        await expect(take(reference)).rejects.toMatchObject({ code: 'unreachable' });
        expect(await take(reference)).toMatchObject({ status: 'succeeded', amount: order.amount });
      });

      it('can be cancelled, repeatedly, and is then not captured', async () => {
        const { reference } = await authorize();
        expect(await driver.cancelAuthorization(reference)).toMatchObject({ status: 'failed' });
        expect(await driver.cancelAuthorization(reference)).toMatchObject({ status: 'failed' });
        expect(await take(reference)).toMatchObject({ status: 'failed' });
      });

      it('that the bank declines at the capture is a failed payment', async () => {
        const declined = await authorize('capture_fails');
        const failed = { status: 'failed', failure: { kind: 'soft', message: expect.stringMatching(/^[A-Z].+\.$/) } };
        expect(await take(declined.reference)).toMatchObject(failed);
      });

      it('that expired is a failed payment, and is reported by a webhook event', async () => {
        const { reference } = await authorize();
        await readEvents();
        await harness.expire(reference);
        const expired = { status: 'failed', failure: { message: 'The authorisation of the card has expired.' } };
        expect(await readEvents()).toMatchObject([{ type: 'payment', payment: expired }]);
        expect(await take(reference)).toMatchObject(expired);
      });

      it('of a method that cannot be authorised is a charge', async () => {
        const { status } = await authorize('slow');
        expect(status).toBe('pending');
      });
    });

    can('refund')('a refund', () => {
      const pay = async (card: CardBehaviour = 'pays') => {
        const { reference: payment } = await driver.chargeMandate(charge(await saveCard(card)));
        const { key, currency } = order;
        return (step: string, amount: number) => ({ key: `${key}:refund:${step}`, payment, amount, currency });
      };

      it('refunds a part, and then the rest, and no more', async () => {
        const refund = await pay();
        const first = await driver.refund(refund('1', 990));
        expect(first).toMatchObject({ key: `${order.key}:refund:1`, amount: 990, status: 'succeeded', failure: null });
        expect(await driver.refund(refund('1', 990))).toEqual(first);
        await expect(driver.refund(refund('2', 1001))).rejects.toMatchObject({ name: 'EngineError', code: 'refused' });
        expect(await driver.refund(refund('3', 1000))).toMatchObject({ status: 'succeeded', paymentKey: order.key });
        await expect(driver.refund(refund('4', 1))).rejects.toMatchObject({ code: 'refused' });
      });

      it('is made once if the response is lost', async () => {
        const refund = await pay();
        await harness.loseNextAnswer('refund');
        await expect(driver.refund(refund('1', 1000))).rejects.toMatchObject({ code: 'unreachable' });
        expect(await driver.refund(refund('1', 1000))).toMatchObject({ status: 'succeeded' });
        await expect(driver.refund(refund('2', 1000))).rejects.toMatchObject({ code: 'refused' });
      });

      it('returns the reason if it fails', async () => {
        const refund = await pay('refund_fails');
        const failed = { status: 'failed', failure: expect.stringMatching(/^[A-Z].+\.$/) };
        expect(await driver.refund(refund('1', 1000))).toMatchObject(failed);
      });

      it('is refused for an unpaid payment', async () => {
        const refund = await pay('soft');
        await expect(driver.refund(refund('1', 1))).rejects.toMatchObject({ code: 'refused' });
      });
    });

    can('webhook')('a webhook event', () => {
      it('names the payment of a dispute, and reports how the dispute ends', async () => {
        const { reference } = await driver.chargeMandate(charge(await saveCard('pays')));
        await readEvents();
        const dispute = { paymentKey: order.key, amount: order.amount, currency: 'EUR' };
        for (const status of ['open', 'won'] as const) {
          await harness.dispute(reference, status);
          expect(await readEvents()).toMatchObject([{ type: 'dispute', dispute: { ...dispute, status } }]);
        }
      });

      it('returns the same result each time it is parsed', async () => {
        const { reference } = await driver.startPayment(order);
        await harness.finish(reference, 'pays');
        const [providerEvent] = (await harness.takeEvents()).slice(-1);
        const { body, headers } = providerEvent ?? { body: Buffer.from(''), headers: {} };
        expect(await driver.parseWebhook(body, headers)).toEqual(await driver.parseWebhook(body, headers));
      });

      it('is refused if it was changed or is not signed', async () => {
        const { reference } = await driver.startPayment(order);
        await harness.finish(reference, 'pays');
        const [providerEvent] = (await harness.takeEvents()).slice(-1);
        const { body, headers } = providerEvent ?? { body: Buffer.from(''), headers: {} };
        const refused = { name: 'EngineError', code: 'refused' };
        const changed = Buffer.from(body.toString().replace('1990', '9990'));
        await expect(driver.parseWebhook(changed, headers)).rejects.toMatchObject(refused);
        await expect(driver.parseWebhook(body, {})).rejects.toMatchObject(refused);
        await expect(driver.parseWebhook(Buffer.alloc(0), headers)).rejects.toMatchObject(refused);
      });
    });

    can('charge')('an unreachable provider', () => {
      it('makes a charge retryable, and is reported by the check', async () => {
        const mandate = await saveCard('pays');
        await harness.setReachable(false);
        await expect(driver.chargeMandate(charge(mandate))).rejects.toMatchObject({ code: 'unreachable' });
        expect(await driver.check()).toMatchObject({ reachable: false });
        await harness.setReachable(true);
        expect(await driver.chargeMandate(charge(mandate))).toMatchObject({ status: 'succeeded' });
        expect(await harness.countCharges(order.reference)).toBe(1);
      });

      it('rejects at once if the caller aborts', async () => {
        const mandate = await saveCard('pays');
        const reason = new Error('given up');
        const signal = AbortSignal.abort(reason);
        await expect(driver.chargeMandate(charge(mandate), { signal })).rejects.toBe(reason);
      });
    });
  });
}
