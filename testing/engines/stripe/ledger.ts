import { randomBytes } from 'node:crypto';
import { at, type Form } from './form.ts';

/** Any Stripe object, with the documented fields that the driver reads. */
export interface Thing {
  id: string;
  object: string;
  [field: string]: unknown;
}

/** Error response of Stripe. */
export class ApiError extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;

  constructor(status: number, error: Record<string, unknown>) {
    super(String(error.message));
    this.status = status;
    this.error = error;
  }
}

/** Behaviours of Stripe's test cards. */
export const behaviours = {
  pays: {},
  soft: { code: 'card_declined', decline_code: 'insufficient_funds' },
  hard: { code: 'card_declined', decline_code: 'stolen_card', advice_code: 'do_not_try_again' },
  action: { code: 'authentication_required', decline_code: 'authentication_required' },
  slow: {},
  refund_fails: {},
  /** Can be authorised, and the capture is declined. */
  capture_fails: {},
  /** The Stripe balance is too low for the refund. */
  refund_waits: {},
} as const;
export type Behaviour = keyof typeof behaviours;

/** Objects of one Stripe account, and the events about them. */
export class Ledger {
  readonly things = new Map<string, Thing>();
  events: Thing[] = [];
  #made = 0;

  add(prefix: string, object: string, fields: Record<string, unknown>): Thing {
    this.#made += 1;
    const id = `${prefix}_${String(this.#made).padStart(6, '0')}${randomBytes(6).toString('hex')}`;
    const thing = { id, object, created: Math.floor(Date.now() / 1000), livemode: false, ...fields };
    this.things.set(id, thing);
    return thing;
  }

  find(id: unknown, object?: string, param = 'id'): Thing {
    const thing = this.things.get(String(id));
    if (thing && (object === undefined || thing.object === object)) return thing;
    const message = `No such ${object ?? 'object'}: '${id}'`;
    throw new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', param, message });
  }

  emit(type: string, object: Thing, more: Record<string, unknown> = {}): void {
    const data = { object: { ...object }, ...more };
    this.events.push(this.add('evt', 'event', { api_version: '2026-10-28.endive', type, data }));
  }

  addMethod(customer: string | null, behaviour: Behaviour): Thing {
    const kind =
      behaviour === 'slow'
        ? { type: 'sepa_debit', sepa_debit: { last4: '3000', country: 'DE', fingerprint: 'fp_sepa_3000' } }
        : {
            type: 'card',
            card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030, fingerprint: 'fp_visa_4242' },
          };
    return this.add('pm', 'payment_method', { customer, behaviour, metadata: {}, ...kind });
  }

  /** Confirms a payment, as by `confirm=true` or on a page. A decline is stored in its state, too. */
  confirm(intent: Thing, method: Thing, attended: boolean): void {
    const behaviour = method.behaviour as Behaviour;
    const decline = behaviours[behaviour];
    intent.payment_method = method.id;
    if ('code' in decline && !(attended && behaviour === 'action')) {
      const message = 'Your card was declined.';
      intent.status = 'requires_payment_method';
      intent.last_payment_error = { type: 'card_error', ...decline, message };
      intent.payment_method = null;
      this.emit('payment_intent.payment_failed', intent);
      return;
    }
    if (method.type === 'card' && isManual(intent)) {
      intent.status = 'requires_capture';
      this.emit('payment_intent.amount_capturable_updated', intent);
      return;
    }
    intent.status = behaviour === 'slow' ? 'processing' : 'succeeded';
    if (intent.status === 'succeeded') this.emit('payment_intent.succeeded', intent);
  }

  capture(intent: Thing, form: Form): Thing {
    this.#requireAuthorized(intent, 'captured');
    if (this.find(intent.payment_method).behaviour === 'capture_fails') {
      const error = { type: 'card_error', ...behaviours.soft, message: 'Your card was declined.' };
      throw new ApiError(402, { ...error, payment_intent: { ...intent } });
    }
    intent.status = 'succeeded';
    intent.amount_received = Number(at(form, 'amount_to_capture') ?? intent.amount);
    this.emit('payment_intent.succeeded', intent);
    return intent;
  }

  cancel(intent: Thing): Thing {
    this.#requireAuthorized(intent, 'canceled');
    intent.status = 'canceled';
    this.emit('payment_intent.canceled', intent);
    return intent;
  }

  #requireAuthorized({ status }: Thing, end: string): void {
    if (status === 'requires_capture') return;
    const message = `This PaymentIntent could not be ${end} because it has a status of ${status}.`;
    throw new ApiError(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message });
  }

  refund(form: Form): Thing {
    const intent = this.find(at(form, 'payment_intent'), 'payment_intent', 'payment_intent');
    const amount = Number(at(form, 'amount'));
    const left = Number(intent.amount_received ?? intent.amount) - Number(intent.refunded ?? 0);
    if (intent.status !== 'succeeded') {
      const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
      throw new ApiError(400, { type: 'invalid_request_error', message });
    }
    if (amount > left) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
      throw new ApiError(400, { type: 'invalid_request_error', param: 'amount', message });
    }
    const { behaviour } = this.find(intent.payment_method);
    const fails = behaviour === 'refund_fails';
    if (!fails) intent.refunded = Number(intent.refunded ?? 0) + amount;
    const refund = this.add('re', 'refund', {
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      metadata: form.metadata ?? {},
      status: fails ? 'failed' : behaviour === 'refund_waits' ? 'pending' : 'succeeded',
      ...(fails ? { failure_reason: 'expired_or_canceled_card' } : {}),
    });
    this.emit(fails ? 'refund.failed' : 'refund.created', refund);
    return refund;
  }

  /** Expands ids to objects: `payment_intent.payment_method`. */
  expand(thing: unknown, paths: readonly string[]): unknown {
    if (Array.isArray(thing)) return thing.map((each) => this.expand(each, paths));
    if (typeof thing !== 'object' || thing === null) return thing;
    const whole: Record<string, unknown> = { ...thing };
    for (const path of paths) {
      const [first = '', ...rest] = path.split('.');
      const inner = typeof whole[first] === 'string' ? (this.things.get(String(whole[first])) ?? null) : whole[first];
      whole[first] = this.expand(inner, rest.length > 0 ? [rest.join('.')] : []);
    }
    return whole;
  }
}

function isManual({ payment_method_options: options }: Thing): boolean {
  return at((options ?? {}) as Form, 'card', 'capture_method') === 'manual';
}
