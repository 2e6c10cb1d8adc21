import type { EngineHealth, OperationOptions } from '../engine.ts';

export const paymentDriverNames = ['transfer', 'stripe', 'simulated'] as const;
export type PaymentDriverName = (typeof paymentDriverNames)[number];

/**
 * `redirect`: customers pay on a page of the provider. `mandate`: customers can save a payment method. `charge`: it can
 * be charged without them. `refund`: payments can be refunded. `webhook`: the provider sends webhooks. `authorize`: card
 * payments can be authorised first, and captured or cancelled later.
 */
export type PaymentCapability = 'redirect' | 'mandate' | 'charge' | 'refund' | 'webhook' | 'authorize';

/** State of a payment at its provider. Refunds and disputes are separate. */
export const providerStates = ['pending', 'succeeded', 'failed'] as const;
export type ProviderState = (typeof providerStates)[number];
/** `authorized`: the bank has reserved the amount, and nothing is charged yet. */
export type ProviderPaymentState = ProviderState | 'authorized';

/**
 * `soft`: may succeed some days later. `hard`: never retry with this mandate. `action_required`: the bank requires the
 * customer, who pays on a page (`startPayment`, under another key).
 */
export type FailureKind = 'soft' | 'hard' | 'action_required';

export interface PaymentFailure {
  readonly kind: FailureKind;
  /** Sentence for the customer. */
  readonly message: string;
}

export interface PayingCustomer {
  readonly email: string;
  readonly name: string;
}

/** Amounts are positive integers in minor units; currencies are ISO 4217 in capitals. */
export interface PaymentOrder {
  /**
   * Our idempotency key for this attempt, at most 200 characters. The same key is the same payment. With another
   * amount, currency or mandate it is a `conflict`; other differing fields keep their first values.
   */
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
  /** For the customer's records. */
  readonly description: string;
  /** Invoice number, which the customer writes on a transfer. */
  readonly reference: string;
  /** Absolute URL the provider's page returns to, paid or not. */
  readonly returnUrl: string;
  readonly customer: PayingCustomer;
  /** Saves the payment method as a mandate. Requires `mandate`. */
  readonly keep?: boolean;
  /**
   * Only authorises the amount. Requires `authorize`. A payment method that cannot be authorised, such as a debit, is
   * charged at once.
   */
  readonly authorize?: boolean;
}

/** Next step of the customer. */
export type NextStep =
  | { readonly type: 'redirect'; readonly url: string }
  | {
      readonly type: 'instructions';
      readonly iban: string;
      readonly bic: string | null;
      readonly name: string;
      readonly reference: string;
    }
  | { readonly type: 'none' };

export interface StartedPayment {
  readonly reference: string;
  readonly status: ProviderPaymentState;
  readonly next: NextStep;
}

export interface MandateRequest {
  readonly key: string;
  readonly currency: string;
  readonly returnUrl: string;
  readonly customer: PayingCustomer;
}

export interface StartedMandate {
  /** Reference of the setup, for `fetchMandate`. The mandate gets another one later. */
  readonly reference: string;
  readonly next: NextStep;
}

export interface ProviderMandate {
  /** For `chargeMandate`; at most 200 characters. */
  readonly reference: string;
  /** Key of the request or the payment it came from; null if it came from elsewhere. */
  readonly key: string | null;
  readonly status: 'active' | 'ended';
  /** For the customer: `Visa •••• 4242`. */
  readonly label: string;
  readonly expiresAt: number | null;
  /**
   * Equal for the same card or bank account, whichever customer saves it. Absent if the provider does not report one.
   */
  readonly fingerprint?: string;
  /** Country that issued the card, as ISO 3166 code. Absent if the provider does not report it. */
  readonly country?: string;
}

/** The card of a payment, as far as the provider reports it. */
export type ProviderCard = Pick<ProviderMandate, 'fingerprint' | 'country'>;

export interface MandateCharge {
  readonly key: string;
  readonly mandate: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly reference: string;
  /** The same value as in the `PaymentOrder`. */
  readonly authorize?: boolean;
}

export interface ProviderPayment {
  /** For `refund` and `fetchStatus`. It may change during a payment; the key stays. */
  readonly reference: string;
  /** Key of the payment; null if it is not ours. */
  readonly key: string | null;
  readonly status: ProviderPaymentState;
  /** Set while it is authorised: when the authorisation expires at the latest. */
  readonly authorizedUntil?: number;
  /** Set if it failed. */
  readonly failure: PaymentFailure | null;
  readonly amount: number;
  readonly currency: string;
  /** Mandate that was saved, if requested. */
  readonly mandate: ProviderMandate | null;
  /** Card of a payment that succeeded or was authorised on a page, saved or not. Charges of a mandate may omit it. */
  readonly card?: ProviderCard;
}

export interface CaptureOrder {
  /** Key of the payment. */
  readonly key: string;
  /** Reference of the payment. */
  readonly payment: string;
  /** At most the authorised amount. The rest is released. */
  readonly amount: number;
  readonly currency: string;
}

export interface RefundOrder {
  readonly key: string;
  /** Reference of the payment. */
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
}

export interface ProviderRefund {
  readonly reference: string;
  readonly key: string | null;
  /** Reference and key of the payment. */
  readonly payment: string;
  readonly paymentKey: string | null;
  readonly status: ProviderState;
  /** Sentence; set if it failed. */
  readonly failure: string | null;
  readonly amount: number;
  readonly currency: string;
}

/** A customer's bank reverses a payment, or wants to: a disputed card payment, a returned debit. */
export interface ProviderDispute {
  readonly reference: string;
  readonly payment: string;
  readonly paymentKey: string | null;
  /** The money is gone from `open` on, and returns with `won`. */
  readonly status: 'open' | 'won' | 'lost';
  readonly reason: string;
  readonly amount: number;
  readonly currency: string;
}

/**
 * A webhook notice of a provider. It may be repeated, late, or arrive before the response of the call that caused it.
 */
export type ProviderEvent = {
  /** Unique id of the provider: a notice that was seen already is ignored. */
  readonly id: string;
} & (
  | { readonly type: 'payment'; readonly payment: ProviderPayment }
  | { readonly type: 'mandate'; readonly mandate: ProviderMandate }
  | { readonly type: 'refund'; readonly refund: ProviderRefund }
  | { readonly type: 'dispute'; readonly dispute: ProviderDispute }
);

/** Header names in lower case. */
export type EventHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Interface to a payment provider. Failures are `EngineError`s; a payment that a bank declines is a result, not a
 * failure. After `unreachable` the outcome is unknown: repeating the call with the same key reveals it and never
 * charges twice. Unsupported operations are `refused`.
 */
export interface PaymentDriver {
  readonly name: PaymentDriverName;
  readonly capabilities: ReadonlySet<PaymentCapability>;

  /** Never throws. */
  check(): Promise<EngineHealth>;

  startPayment(order: PaymentOrder, options?: OperationOptions): Promise<StartedPayment>;

  createMandate(request: MandateRequest, options?: OperationOptions): Promise<StartedMandate>;

  /** Takes the reference of the setup. Returns undefined if the customer has not finished. */
  fetchMandate(setup: string, options?: OperationOptions): Promise<ProviderMandate | undefined>;

  /** Cancels a mandate. A missing mandate is fine. */
  cancelMandate(mandate: string, options?: OperationOptions): Promise<void>;

  /** Charges a mandate. A deleted mandate is a hard failure. */
  chargeMandate(charge: MandateCharge, options?: OperationOptions): Promise<ProviderPayment>;

  /**
   * Charges an authorised payment. Idempotent. If the authorisation has expired or was cancelled, or the bank declines,
   * the result is a failed payment.
   */
  capture(order: CaptureOrder, options?: OperationOptions): Promise<ProviderPayment>;

  /** Cancels an authorisation, so that nothing is charged. Idempotent. A captured payment stays `succeeded`. */
  cancelAuthorization(payment: string, options?: OperationOptions): Promise<ProviderPayment>;

  /** Refunds a payment. More than is left of it, or a payment that did not succeed, is `refused`. */
  refund(order: RefundOrder, options?: OperationOptions): Promise<ProviderRefund>;

  /** Returns undefined if the provider does not know the payment, or the customer never began to pay. */
  fetchStatus(asked: PaymentLookup, options?: OperationOptions): Promise<ProviderPayment | undefined>;

  /**
   * Parses a webhook request. Only a body without the provider's signature is `refused`. Events about objects of others
   * give no notice. `not_found`: the signature is valid, but the provider no longer has the object.
   */
  parseWebhook(rawBody: Buffer, headers: EventHeaders): Promise<readonly ProviderEvent[]>;
}

/** Key or reference; the reference is faster. */
export type PaymentLookup = { readonly key: string } | { readonly reference: string };

/** A credit entry of a bank statement. */
export interface StatementLine {
  /**
   * Hash of format, account, day, amount, currency, name, IBAN, text, reference and position. The same line in another
   * file has the same id; a line with other content never does.
   */
  readonly id: string;
  readonly format: StatementFormat;
  /** Account of the company, an IBAN if the file has one; null if the file names none. */
  readonly account: string | null;
  /** Reference of the bank. It is not unique: many banks write `NONREF`. */
  readonly reference: string | null;
  /** Counts equal lines of one account and day in the file, from 1. */
  readonly position: number;
  /** Id of earlier versions. Equal lines had a number appended: `<formerId>/2`. */
  readonly formerId: string;
  /** Epoch milliseconds, start of the day in UTC. */
  readonly bookedAt: number;
  readonly amount: number;
  readonly currency: string;
  /** Name of the payer; empty if the bank does not report it. */
  readonly name: string;
  readonly iban: string | null;
  /** Remittance text of the payer. */
  readonly text: string;
}

export const STATEMENT_FORMATS = ['camt', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export interface StatementOptions {
  /** Detected if absent. */
  readonly format?: StatementFormat | undefined;
  /** Account of the company, for files that name none. A file that names another one is `refused`. */
  readonly account?: string | undefined;
}

/** Parses a file of a bank. An unreadable file is `refused` with the line and the reason. */
export type ReadStatement = (file: Buffer, options?: StatementOptions) => Promise<StatementLine[]>;

/** Enabled payment drivers, in the order of the setting. */
export interface PaymentEngine {
  readonly drivers: ReadonlyMap<PaymentDriverName, PaymentDriver>;
  readonly readStatement: ReadStatement;
}
