import type { EngineHealth, OperationOptions } from '../engine.ts';

export const paymentDriverNames = ['transfer', 'stripe', 'simulated'] as const;
export type PaymentDriverName = (typeof paymentDriverNames)[number];

/**
 * `redirect`: customers pay on a page of the provider's. `mandate`: customers may leave a way to be charged.
 * `charge`: it is charged without them. `refund`: money goes back the way it came. `webhook`: the provider tells by itself.
 */
export type PaymentCapability = 'redirect' | 'mandate' | 'charge' | 'refund' | 'webhook';

/** Of one payment at its provider. Refunds and disputes are told apart from it. */
export const providerStates = ['pending', 'succeeded', 'failed'] as const;
export type ProviderState = (typeof providerStates)[number];

/**
 * `soft`: worth another attempt some days later. `hard`: never again with this mandate. `action_required`: the bank wants
 * the customer to be there, who pays by a page (`startPayment`, under another key).
 */
export type FailureKind = 'soft' | 'hard' | 'action_required';

export interface PaymentFailure {
  readonly kind: FailureKind;
  /** For the customer, one sentence. */
  readonly message: string;
}

export interface PayingCustomer {
  readonly email: string;
  readonly name: string;
}

/** Amounts are positive integers in minor units; currencies ISO 4217 in capitals. */
export interface PaymentOrder {
  /**
   * Ours, unique for this attempt, at most 200 characters. The same key again is the same payment; with another amount,
   * currency or mandate it is a `conflict`, and whatever else is said about it counts as it was said first.
   */
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
  /** For the customer's own records. */
  readonly description: string;
  /** The number of the invoice: what the customer is to write on a transfer. */
  readonly reference: string;
  /** Where the provider's page leads back to, paid or not; absolute. */
  readonly returnUrl: string;
  readonly customer: PayingCustomer;
  /** Whether the way it is paid becomes a mandate. Needs `mandate`. */
  readonly keep?: boolean;
}

/** What the customer does next. */
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
  readonly status: ProviderState;
  readonly next: NextStep;
}

export interface MandateRequest {
  readonly key: string;
  readonly currency: string;
  readonly returnUrl: string;
  readonly customer: PayingCustomer;
}

export interface StartedMandate {
  /** Of the set-up, for `fetchMandate`; the mandate itself has another, once there is one. */
  readonly reference: string;
  readonly next: NextStep;
}

export interface ProviderMandate {
  /** For `chargeMandate`; at most 200 characters. */
  readonly reference: string;
  /** The key of the request or of the payment that it came from; null where it came from elsewhere. */
  readonly key: string | null;
  readonly status: 'active' | 'ended';
  /** For the customer: `Visa •••• 4242`. */
  readonly label: string;
  readonly expiresAt: number | null;
  /** The same for the same card or bank account, whoever saves it. Absent where the provider tells none. */
  readonly fingerprint?: string;
}

export interface MandateCharge {
  readonly key: string;
  readonly mandate: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly reference: string;
}

export interface ProviderPayment {
  /** For `refund` and `fetchStatus`. It may become another one as a payment proceeds: the key is what stays. */
  readonly reference: string;
  /** As it was started; null for a payment that is not ours. */
  readonly key: string | null;
  readonly status: ProviderState;
  /** Of a failed one. */
  readonly failure: PaymentFailure | null;
  readonly amount: number;
  readonly currency: string;
  /** That it left behind, where it was to. */
  readonly mandate: ProviderMandate | null;
}

export interface RefundOrder {
  readonly key: string;
  /** The payment's reference. */
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
}

export interface ProviderRefund {
  readonly reference: string;
  readonly key: string | null;
  /** The reference and the key of the payment. */
  readonly payment: string;
  readonly paymentKey: string | null;
  readonly status: ProviderState;
  /** Of a failed one, one sentence. */
  readonly failure: string | null;
  readonly amount: number;
  readonly currency: string;
}

/** A customer's bank took a payment back, or wants to: a disputed card payment, a returned debit. */
export interface ProviderDispute {
  readonly reference: string;
  readonly payment: string;
  readonly paymentKey: string | null;
  /** The money is gone from `open` on, and comes back with `won`. */
  readonly status: 'open' | 'won' | 'lost';
  readonly reason: string;
  readonly amount: number;
  readonly currency: string;
}

/** What a provider told us. The same one comes again, late, and before the answer of the call that caused it. */
export type ProviderNotice = {
  /** The provider's, unique: what was seen already is not done again. */
  readonly id: string;
} & (
  | { readonly type: 'payment'; readonly payment: ProviderPayment }
  | { readonly type: 'mandate'; readonly mandate: ProviderMandate }
  | { readonly type: 'refund'; readonly refund: ProviderRefund }
  | { readonly type: 'dispute'; readonly dispute: ProviderDispute }
);

/** Names in lower case. */
export type NoticeHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The port to whoever moves money. Failures are `EngineError`s; a payment that a bank declines is none, but an answer. After
 * `unreachable` nobody knows what happened: the same call with the same key finds out, and never charges twice. What a
 * driver is not capable of is `refused`.
 */
export interface PaymentDriver {
  readonly name: PaymentDriverName;
  readonly capabilities: ReadonlySet<PaymentCapability>;

  /** Never throws. */
  check(): Promise<EngineHealth>;

  startPayment(order: PaymentOrder, options?: OperationOptions): Promise<StartedPayment>;

  createMandate(request: MandateRequest, options?: OperationOptions): Promise<StartedMandate>;

  /** Takes the reference of the set-up. Undefined: the customer has not finished, or never will. */
  fetchMandate(setup: string, options?: OperationOptions): Promise<ProviderMandate | undefined>;

  /** Absent is fine. */
  cancelMandate(mandate: string, options?: OperationOptions): Promise<void>;

  /** A mandate that is gone is a hard failure. */
  chargeMandate(charge: MandateCharge, options?: OperationOptions): Promise<ProviderPayment>;

  /** More than is left of the payment is `refused`; so is one of a payment that did not succeed. */
  refund(order: RefundOrder, options?: OperationOptions): Promise<ProviderRefund>;

  /** Undefined: the provider never heard of it, or the customer never began to pay. */
  fetchStatus(asked: PaymentLookup, options?: OperationOptions): Promise<ProviderPayment | undefined>;

  /**
   * Reads a webhook request. A body without the provider's signature is `refused`, and nothing else is. Events about objects of
   * others give no notice. `not_found`: the signature is right, and the provider does not have the object any more.
   */
  parseWebhook(rawBody: Buffer, headers: NoticeHeaders): Promise<readonly ProviderNotice[]>;
}

/** One of them; the reference is quicker. */
export type PaymentLookup = { readonly key: string } | { readonly reference: string };

/** One credit entry of a bank statement. */
export interface StatementLine {
  /**
   * Hash of format, account, day, amount, currency, name, IBAN, text, reference and position. The same line of another file has
   * the same id; a line with other content never does.
   */
  readonly id: string;
  readonly format: StatementFormat;
  /** The company's account, an IBAN where the file has one; null if the file names none. */
  readonly account: string | null;
  /** The bank's reference of the entry. It is not unique: many banks write `NONREF`. */
  readonly reference: string | null;
  /** Counts equal lines of one account and day in the file, from 1. */
  readonly position: number;
  /** What earlier versions identified the line by; those with an equal one got a number behind it: `<formerId>/2`. */
  readonly formerId: string;
  /** Epoch milliseconds, the day's beginning in UTC. */
  readonly bookedAt: number;
  readonly amount: number;
  readonly currency: string;
  /** Who paid; empty where the bank does not say. */
  readonly name: string;
  readonly iban: string | null;
  /** What they wrote. */
  readonly text: string;
}

export const STATEMENT_FORMATS = ['camt', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export interface StatementOptions {
  /** Detected if absent. */
  readonly format?: StatementFormat | undefined;
  /** The company's account, for files that name none. A file that names another one is `refused`. */
  readonly account?: string | undefined;
}

/** Reads a file of a bank. A file that cannot be read is `refused` with the line and the reason. */
export type ReadStatement = (file: Buffer, options?: StatementOptions) => Promise<StatementLine[]>;

/** The ways to pay that are switched on, in the order of the setting. */
export interface PaymentEngine {
  readonly drivers: ReadonlyMap<PaymentDriverName, PaymentDriver>;
  readonly readStatement: ReadStatement;
}
