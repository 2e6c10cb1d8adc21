import { inspect } from 'node:util';
import {
  FAKE_STRIPE_KEY,
  FAKE_WEBHOOK_SECRET,
  signEvent,
  startStripeServer,
} from '@hostler/testing/engines/stripe/server.ts';
import { until } from '@hostler/testing/until.ts';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decimalsOf } from '#kernel/currency.ts';
import type { MandateCharge, PaymentDriver } from '../driver.ts';
import { createStripe } from './stripe.ts';

const access = { secretKey: FAKE_STRIPE_KEY, webhookSecret: FAKE_WEBHOOK_SECRET, installation: 'here' };
const customer = { email: 'ada@customer.test', name: 'Ada' };
const returnUrl = 'https://panel.example.test/billing';
/** From the documentation of Stripe: supported currencies, and those that are not counted in hundredths. */
const STRIPE_CURRENCIES =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW';
const WITHOUT = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF';
const IN_THOUSANDTHS = 'BHD JOD KWD OMR TND';
const away = { name: 'EngineError', code: 'unreachable' };

let server: Awaited<ReturnType<typeof startStripeServer>>;
let driver: PaymentDriver;
let mandate: string;
let charges = 0;

beforeAll(async () => {
  server = await startStripeServer();
  driver = createStripe({ ...access, apiUrl: server.url });
  const setup = await driver.createMandate({ key: 'mandate:1', currency: 'EUR', returnUrl, customer });
  server.finish(setup.reference, 'pays');
  mandate = (await driver.fetchMandate(setup.reference))?.reference ?? '';
});
afterAll(() => server.close());
afterEach(() => {
  server.mend();
  server.takeEvents();
});

function makeCharge(): MandateCharge {
  charges += 1;
  const reference = `INV-${charges}`;
  return { key: `inv:${charges}:charge:1`, mandate, amount: 1990, currency: 'EUR', description: 'Invoice', reference };
}

const countIntents = (invoice: string) =>
  [...server.ledger.things.values()].filter(
    ({ object, metadata }) => object === 'payment_intent' && (metadata as Record<string, string>).invoice === invoice,
  ).length;

describe('the Stripe driver during failures', () => {
  it.each([429, 500, 503])(
    'answers unreachable to a %d of Stripe, and a retry with the same key charges once',
    async (status) => {
      const charge = makeCharge();
      server.fail({ call: 'POST /v1/payment_intents', times: 1, fault: status });
      await expect(driver.chargeMandate(charge)).rejects.toMatchObject(away);
      expect(await driver.chargeMandate(charge)).toMatchObject({ status: 'succeeded' });
      expect(countIntents(charge.reference)).toBe(1);
    },
  );

  it('times out if Stripe does not answer, and a retry with the same key returns the charge', async () => {
    const impatient = createStripe({ ...access, apiUrl: server.url, timeoutMs: 300 });
    const charge = makeCharge();
    server.fail({ call: 'POST /v1/payment_intents', times: Number.POSITIVE_INFINITY, fault: 'hang' });
    // If this process is delayed, the timeout may expire before the request was sent.
    do await expect(impatient.chargeMandate(charge)).rejects.toMatchObject(away);
    while (countIntents(charge.reference) === 0);
    server.mend();
    expect(await driver.chargeMandate(charge)).toMatchObject({ key: charge.key, status: 'succeeded' });
    expect(countIntents(charge.reference)).toBe(1);
  });

  it('charges once if one response is lost, because the library retries with the same key', async () => {
    const charge = makeCharge();
    server.fail({ call: 'POST /v1/payment_intents', times: 1, fault: 'reset' });
    expect(await driver.chargeMandate(charge)).toMatchObject({ status: 'succeeded' });
    expect(countIntents(charge.reference)).toBe(1);
  });

  it('answers unreachable, not conflict, while Stripe is still processing the same key', async () => {
    const charge = makeCharge();
    await driver.chargeMandate(charge);
    server.forgetAnswer(`hostler:here:${charge.key}`);
    await expect(driver.chargeMandate(charge)).rejects.toMatchObject(away);
  });

  it('lets the caller abort a slow call', async () => {
    const controller = new AbortController();
    const reason = new Error('given up');
    server.fail({ call: 'POST /v1/payment_intents', times: 1, fault: 'hang' });
    const charge = makeCharge();
    const charging = expect(driver.chargeMandate(charge, { signal: controller.signal })).rejects.toBe(reason);
    // Wait for the request; otherwise it would hit the faults of the next test.
    await until(() => countIntents(charge.reference) === 1);
    controller.abort(reason);
    await charging;
  });

  it('names the setting in doctor if the key is wrong, and never shows the key', async () => {
    const secretKey = 'sk_test_thisOneIsWrong';
    const locked = createStripe({ ...access, secretKey, apiUrl: server.url });
    const health = await locked.check();
    expect(health).toMatchObject({ reachable: false, advice: 'Check HOSTLER_STRIPE_SECRET_KEY.' });
    const error = await locked.chargeMandate(makeCharge()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(away);
    expect(inspect([health, error], { depth: 20, showHidden: true })).not.toContain('thisOneIsWrong');
  });

  it('does not repeat a refund whose key Stripe forgot after a day, and returns its current state', async () => {
    const setup = await driver.createMandate({ key: 'mandate:poor', currency: 'EUR', returnUrl, customer });
    server.finish(setup.reference, 'refund_waits');
    const poor = (await driver.fetchMandate(setup.reference))?.reference ?? '';
    const { reference: payment } = await driver.chargeMandate({ ...makeCharge(), mandate: poor });
    const order = { key: 'refund:waits', payment, amount: 500, currency: 'EUR' };
    const first = await driver.refund(order);
    expect(first.status).toBe('pending');
    server.forgetKeys();
    expect(await driver.refund(order)).toEqual(first);
    const [refund, ...more] = [...server.ledger.things.values()].filter(
      ({ object, payment_intent }) => object === 'refund' && payment_intent === payment,
    );
    expect(more).toEqual([]);
    Object.assign(refund ?? {}, { status: 'succeeded' });
    expect(await driver.refund(order)).toMatchObject({ reference: first.reference, status: 'succeeded' });
    await expect(driver.refund({ ...order, amount: 600 })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('keeps details and secrets of a payment out of the error if Stripe refuses', async () => {
    const { reference: payment } = await driver.chargeMandate(makeCharge());
    const order = { key: 'refund:too-much', payment, amount: 5000, currency: 'EUR' };
    const error = await driver.refund(order).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'refused' });
    const shown = inspect(error, { depth: 20, showHidden: true });
    for (const secret of [FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, 'pi_secret']) expect(shown).not.toContain(secret);
  });
});

describe('the Stripe driver on a shared account', () => {
  it('ignores payments and keys of other installations', async () => {
    const neighbour = createStripe({ ...access, installation: 'there', apiUrl: server.url });
    const charge = makeCharge();
    const theirs = await neighbour.chargeMandate(charge);
    expect(await driver.fetchStatus({ key: charge.key })).toBeUndefined();
    expect(await driver.fetchStatus({ reference: theirs.reference })).toBeUndefined();
    for (const { body, headers } of server.takeEvents()) expect(await driver.parseWebhook(body, headers)).toEqual([]);
    const ours = await driver.chargeMandate(charge);
    expect(ours.reference).not.toBe(theirs.reference);
  });

  it('ignores unrelated events', async () => {
    const { body, headers } = signEvent(
      JSON.stringify({ id: 'evt_1', object: 'event', type: 'payout.paid', data: {} }),
    );
    expect(await driver.parseWebhook(body, headers)).toEqual([]);
  });

  it('returns the current state of a payment, whatever the event contains', async () => {
    const charge = makeCharge();
    const { reference } = await driver.chargeMandate(charge);
    const stale = { id: reference, object: 'payment_intent', status: 'requires_payment_method', metadata: {} };
    const event = { id: 'evt_old', object: 'event', type: 'payment_intent.payment_failed', data: { object: stale } };
    const { body, headers } = signEvent(JSON.stringify(event));
    const told = { id: 'evt_old', type: 'payment', payment: { key: charge.key, status: 'succeeded' } };
    expect(await driver.parseWebhook(body, headers)).toMatchObject([told]);
  });

  it('returns the current state of a dispute, even if events arrive out of order', async () => {
    const charge = makeCharge();
    const { reference } = await driver.chargeMandate(charge);
    server.takeEvents();
    server.dispute(reference, 'open');
    server.dispute(reference, 'won');
    const [began] = server.takeEvents();
    expect(await driver.parseWebhook(began?.body ?? Buffer.from(''), began?.headers ?? {})).toMatchObject([
      { type: 'dispute', dispute: { paymentKey: charge.key, status: 'won' } },
    ]);
  });

  it('uses the content of a dispute event if its key may not read disputes', async () => {
    const { reference } = await driver.chargeMandate(makeCharge());
    server.takeEvents();
    server.dispute(reference, 'open');
    const [began] = server.takeEvents();
    server.fail({ call: 'GET /v1/disputes', times: 1, fault: 403 });
    expect(await driver.parseWebhook(began?.body ?? Buffer.from(''), began?.headers ?? {})).toMatchObject([
      { type: 'dispute', dispute: { status: 'open' } },
    ]);
  });

  it.each([
    ['not_found', 404],
    ['unreachable', 400],
    ['unreachable', 500],
  ])('answers %s, not a signature error, if a lookup is answered with %d', async (code, status) => {
    const object = { id: 'pi_gone', object: 'payment_intent' };
    const event = { id: 'evt_gone', object: 'event', type: 'payment_intent.succeeded', data: { object } };
    const { body, headers } = signEvent(JSON.stringify(event));
    if (status !== 404) server.fail({ call: 'GET /v1/payment_intents', times: 1, fault: status });
    await expect(driver.parseWebhook(body, headers)).rejects.toMatchObject({ name: 'EngineError', code });
  });

  it('refuses an event that is signed with another secret, and an old event', async () => {
    const payload = JSON.stringify({ id: 'evt_2', object: 'event', type: 'payout.paid', data: {} });
    const refused = { name: 'EngineError', code: 'refused' };
    const foreign = signEvent(payload, 'whsec_somebodyElses');
    await expect(driver.parseWebhook(foreign.body, foreign.headers)).rejects.toMatchObject(refused);
    const timestamp = Math.floor(Date.now() / 1000) - 600;
    const old = Stripe.webhooks.generateTestHeaderString({ payload, secret: FAKE_WEBHOOK_SECRET, timestamp });
    const late = driver.parseWebhook(Buffer.from(payload), { 'stripe-signature': old });
    await expect(late).rejects.toMatchObject(refused);
  });

  it('reports a card that was removed at Stripe, and a card that its bank renewed', async () => {
    const [customerId, methodId] = mandate.split('/');
    const method = { id: methodId, object: 'payment_method', type: 'card', customer: null };
    const card = { brand: 'visa', last4: '4242', exp_month: 2, exp_year: 2031 };
    const write = (type: string, object: object, more: object = {}) =>
      signEvent(JSON.stringify({ id: `evt_${type}`, object: 'event', type, data: { object, ...more } }));
    const gone = write(
      'payment_method.detached',
      { ...method, card },
      { previous_attributes: { customer: customerId } },
    );
    expect(await driver.parseWebhook(gone.body, gone.headers)).toMatchObject([
      { type: 'mandate', mandate: { reference: mandate, status: 'ended' } },
    ]);
    const renewed = write('payment_method.automatically_updated', { ...method, card, customer: customerId });
    expect(await driver.parseWebhook(renewed.body, renewed.headers)).toMatchObject([
      { mandate: { reference: mandate, status: 'active', label: 'Visa •••• 4242', expiresAt: Date.UTC(2031, 2, 1) } },
    ]);
  });

  it('reports a refund that was created at Stripe and has no key', async () => {
    const charge = makeCharge();
    const { reference } = await driver.chargeMandate(charge);
    server.takeEvents();
    server.ledger.refund({ payment_intent: reference, amount: '500' });
    const [event] = server.takeEvents();
    expect(await driver.parseWebhook(event?.body ?? Buffer.from(''), event?.headers ?? {})).toMatchObject([
      { type: 'refund', refund: { key: null, paymentKey: charge.key, amount: 500, status: 'succeeded' } },
    ]);
  });

  it.each(['ISK', 'MGA'])('refuses %s, whose minor units differ at Stripe', async (currency) => {
    const charging = driver.chargeMandate({ ...makeCharge(), currency });
    await expect(charging).rejects.toMatchObject({ code: 'refused' });
  });

  it('charges every currency whose minor units match those of Stripe, and refuses the others', async () => {
    for (const currency of STRIPE_CURRENCIES.split(' ')) {
      const decimals = WITHOUT.includes(currency) ? 0 : IN_THOUSANDTHS.includes(currency) ? 3 : 2;
      const charging = driver.chargeMandate({ ...makeCharge(), currency });
      if (decimals === decimalsOf(currency)) await charging;
      else await expect(charging, currency).rejects.toMatchObject({ code: 'refused' });
    }
  });
});
