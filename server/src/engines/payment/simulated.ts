import { sha256 } from '#kernel/crypto.ts';
import { DAY } from '#kernel/time.ts';
import { EngineError } from '../engine.ts';
import { createSimulation, type SimulationOptions } from '../simulation/simulation.ts';
import type { MandateCharge, PaymentDriver, ProviderPayment, ProviderRefund } from './driver.ts';
import { checkAmount, checkKey } from './payment-rules.ts';
import { findSimulatedCard, INSUFFICIENT } from './simulated-cards.ts';
import { createEventSigner, type SignedEvent } from './simulated-events.ts';
import {
  checkReference,
  describeMandate,
  describePayment,
  isReference,
  matchEarlier,
  openSimulatedRecords,
  readPayment,
  referTo,
  SIMULATED_PAGE,
  type SimulatedPayment,
  type SimulatedSetup,
} from './simulated-records.ts';

/** Authorisations of most cards are valid for this long. */
const AUTHORIZED_FOR = 7 * DAY;
/** Duration of a slow payment as a multiple of a restart. */
const SLOW = 5;

export interface SimulatedPaymentOptions extends SimulationOptions {
  /** Secret that notices are signed with. */
  eventSecret: string;
}

/** Actions of customers and banks outside the driver interface, for the demo page and for tests. */
export interface SimulatedPayments extends PaymentDriver {
  /** Returns the payment or setup of a page; undefined if there is none. */
  find(reference: string): Promise<SimulatedPayment | SimulatedSetup | undefined>;
  /** Chooses a card on the page, or declines (null). Returns the notices the provider would send. */
  decide(reference: string, card: string | null): Promise<SignedEvent[]>;
  /** Returns a notice with the current state of a payment. */
  tell(reference: string): Promise<SignedEvent>;
  /** Opens a dispute of a payment, or ends it. */
  dispute(reference: string, status?: 'open' | 'won' | 'lost'): Promise<SignedEvent>;
}

/** A provider that moves no money. Its page is at `/simulated-payments`. */
export function createSimulatedPayments(options: SimulatedPaymentOptions): SimulatedPayments {
  const simulation = createSimulation(options);
  const { payments, setups, ended, declined } = openSimulatedRecords(options.dir);
  const providerEvents = createEventSigner(options.eventSecret);
  const refer = (kind: Parameters<typeof referTo>[0], key: string) => referTo(kind, key, options.eventSecret);
  const slowMs = SLOW * (options.delayMs ?? 0);
  const describe = (payment: SimulatedPayment) => describePayment(payment, simulation.now());

  /** Returns how paying with this card changes a payment. A customer on the page can confirm the payment. */
  function payWith(mandate: string, { attended, authorize }: { attended: boolean; authorize: boolean }): Paid {
    const card = findSimulatedCard(mandate);
    const failure = card ? (card.declines ?? null) : { kind: 'hard' as const, message: 'There is no such card.' };
    if (failure && !(attended && failure.kind === 'action_required'))
      return { card: mandate, failure, settlesAt: null };
    if (authorize && !card?.slow) {
      return { card: mandate, failure: null, settlesAt: null, authorizedUntil: simulation.now() + AUTHORIZED_FOR };
    }
    return { card: mandate, failure: null, settlesAt: simulation.now() + (card?.slow ? slowMs : 0) };
  }

  async function charge(reference: string, { key, mandate, reference: invoice, ...order }: MandateCharge) {
    const made = { reference, key, invoice, ...order, returnUrl: null, keep: false, refunds: [] };
    if (await ended.read(mandate)) return { ...made, card: mandate, failure: goneMandate, settlesAt: null };
    const outcome = payWith(mandate, { attended: false, authorize: order.authorize ?? false });
    if (!findSimulatedCard(mandate)?.declinesOnce) return { ...made, ...outcome };
    const once = sha256(`${mandate} ${invoice}`);
    const first = await declined.read(once);
    if (first && first.key !== key) return { ...made, card: mandate, failure: null, settlesAt: simulation.now() };
    await declined.write(once, { key });
    return { ...made, ...outcome };
  }

  return {
    name: 'simulated',
    capabilities: new Set(['redirect', 'mandate', 'charge', 'refund', 'webhook', 'authorize']),
    check: simulation.check,

    startPayment: (order, options) =>
      simulation.run('startPayment', order.key, options, async (passTime) => {
        checkAmount(order);
        const { key, amount, currency, description, returnUrl, keep = false, authorize = false } = order;
        const reference = refer('pay', key);
        let payment = matchEarlier(await payments.read(reference), { amount, currency });
        if (!payment) {
          const asked = { reference, key, amount, currency, description, invoice: order.reference, returnUrl, keep };
          payment = { ...asked, authorize, card: null, failure: null, settlesAt: null, refunds: [] };
          await payments.write(reference, payment);
        }
        await passTime(0.1);
        return { reference, status: describe(payment).status, next: { type: 'redirect', url: pageOf(reference) } };
      }),

    createMandate: (request, options) =>
      simulation.run('createMandate', request.key, options, async (passTime) => {
        checkKey(request.key);
        const reference = refer('setup', request.key);
        if (!(await setups.read(reference))) await setups.write(reference, { ...request, reference, mandate: null });
        await passTime(0.1);
        return { reference, next: { type: 'redirect', url: pageOf(reference) } };
      }),

    fetchMandate: (setup, options) =>
      simulation.run('fetchMandate', setup, options, async () => {
        checkReference(setup);
        const found = await setups.read(setup);
        if (!found?.mandate) return undefined;
        return describeMandate(found.mandate, found.key, (await ended.read(found.mandate)) !== undefined);
      }),

    cancelMandate: (mandate, options) =>
      simulation.run('cancelMandate', mandate, options, async () => {
        checkReference(mandate);
        await ended.write(mandate, { endedAt: simulation.now() });
      }),

    chargeMandate: (order, options) =>
      simulation.run('chargeMandate', order.key, options, async (passTime) => {
        checkAmount(order);
        checkReference(order.mandate);
        const { amount, currency, mandate: card } = order;
        const reference = refer('pay', order.key);
        let payment = matchEarlier(await payments.read(reference), { amount, currency, card });
        if (!payment) {
          payment = await charge(reference, order);
          await payments.write(reference, payment);
        }
        // A fault strikes here: the charge was made, and its response is lost.
        await passTime(0.1);
        const answer = describe(payment);
        const slow = findSimulatedCard(card)?.slow && answer.status === 'succeeded';
        return slow && slowMs === 0 ? { ...answer, status: 'pending' } : answer;
      }),

    capture: (order, options) =>
      simulation.run('capture', order.key, options, async (passTime) => {
        checkAmount(order);
        let payment = await readPayment(payments, order.payment);
        if (describe(payment).status === 'authorized') {
          const fails = findSimulatedCard(payment.card ?? '')?.captureFails;
          const ended = fails ? { failure: INSUFFICIENT } : { settlesAt: simulation.now(), amount: order.amount };
          payment = { ...payment, ...ended };
          await payments.write(payment.reference, payment);
        }
        await passTime(0.1);
        return describe(payment);
      }),

    cancelAuthorization: (reference, options) =>
      simulation.run('cancelAuthorization', reference, options, async (passTime) => {
        let payment = await readPayment(payments, reference);
        if (describe(payment).status === 'authorized') {
          payment = { ...payment, failure: wasCancelled };
          await payments.write(reference, payment);
        }
        await passTime(0.1);
        return describe(payment);
      }),

    refund: (order, options) =>
      simulation.run('refund', order.key, options, async (passTime) => {
        checkAmount(order);
        const payment = await readPayment(payments, order.payment);
        const { amount, currency, key } = order;
        const reference = refer('refund', key);
        const earlier = payment.refunds.find((refund) => refund.reference === reference);
        let refund = matchEarlier(earlier, { amount, currency });
        if (!refund) {
          refund = makeRefund(payment, describe(payment), { reference, key, amount, currency });
          await payments.write(payment.reference, { ...payment, refunds: [...payment.refunds, refund] });
        }
        await passTime(0.1);
        return refund;
      }),

    fetchStatus: (asked, options) => {
      const reference = 'key' in asked ? refer('pay', asked.key) : asked.reference;
      return simulation.run('fetchStatus', reference, options, async () => {
        checkReference(reference);
        const payment = await payments.read(reference);
        return payment && isBegun(payment) ? describe(payment) : undefined;
      });
    },

    parseWebhook: (body, headers) =>
      simulation.run('parseWebhook', '', undefined, async () => [providerEvents.read(body, headers)]),

    async find(reference) {
      if (!isReference(reference)) return undefined;
      return (await payments.read(reference)) ?? (await setups.read(reference));
    },

    async decide(reference, card) {
      checkReference(reference);
      const setup = await setups.read(reference);
      if (setup) {
        const mandate = setup.mandate ?? (card && `${card}-${sha256(reference).slice(0, 16)}`);
        if (!mandate) return [];
        await setups.write(reference, { ...setup, mandate });
        return [providerEvents.sign({ type: 'mandate', mandate: describeMandate(mandate, setup.key) })];
      }
      let payment = await readPayment(payments, reference);
      if (!isBegun(payment)) {
        const mandate = card && (payment.keep ? `${card}-${sha256(reference).slice(0, 16)}` : card);
        payment = {
          ...payment,
          ...(mandate
            ? payWith(mandate, { attended: true, authorize: payment.authorize ?? false })
            : { failure: wentAway }),
        };
        await payments.write(reference, payment);
      }
      return [providerEvents.sign({ type: 'payment', payment: describe(payment) })];
    },

    async tell(reference) {
      return providerEvents.sign({ type: 'payment', payment: describe(await readPayment(payments, reference)) });
    },

    async dispute(reference, status = 'open') {
      const { key, amount, currency } = await readPayment(payments, reference);
      const about = { payment: reference, paymentKey: key, amount, currency };
      const reason = 'The customer does not know this payment.';
      return providerEvents.sign({
        type: 'dispute',
        dispute: { reference: `dis_${reference}`, ...about, status, reason },
      });
    },
  };
}

const goneMandate = { kind: 'hard', message: 'This payment method was removed.' } as const;
const wentAway = { kind: 'soft', message: 'The payment was not made.' } as const;
const wasCancelled = { kind: 'soft', message: 'The authorisation was cancelled.' } as const;

type Paid = Pick<SimulatedPayment, 'card' | 'failure' | 'settlesAt' | 'authorizedUntil'>;

function isBegun({ settlesAt, failure, authorizedUntil = null }: SimulatedPayment): boolean {
  return settlesAt !== null || failure !== null || authorizedUntil !== null;
}

function pageOf(reference: string): string {
  return `${SIMULATED_PAGE}?reference=${reference}`;
}

function makeRefund(
  payment: SimulatedPayment,
  { status }: ProviderPayment,
  order: Pick<ProviderRefund, 'reference' | 'key' | 'amount' | 'currency'>,
): ProviderRefund {
  const refunded = payment.refunds.filter((refund) => refund.status !== 'failed');
  const left = payment.amount - refunded.reduce((sum, { amount }) => sum + amount, 0);
  if (status !== 'succeeded' || order.currency !== payment.currency || order.amount > left) {
    throw new EngineError('refused', 'No more can be refunded than is left of the payment.');
  }
  const fails = findSimulatedCard(payment.card ?? '')?.refundFails;
  const about = { ...order, payment: payment.reference, paymentKey: payment.key };
  return fails
    ? { ...about, status: 'failed', failure: 'The bank did not take the money back.' }
    : { ...about, status: 'succeeded', failure: null };
}
