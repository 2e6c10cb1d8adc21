import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { EngineError } from '../engine.ts';
import { openRecordFolder, type RecordFolder } from '../simulation/record-folder.ts';
import type {
  MandateRequest,
  PaymentFailure,
  ProviderCard,
  ProviderMandate,
  ProviderPayment,
  ProviderRefund,
} from './driver.ts';
import { refuseKeyUsedOtherwise } from './payment-rules.ts';
import { findSimulatedCard } from './simulated-cards.ts';

/** Path of the payment page; `reference` is in the query. */
export const SIMULATED_PAGE = '/simulated-payments';

export interface SimulatedPayment {
  readonly reference: string;
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  /** Number of the invoice. */
  readonly invoice: string;
  /** Null until decided on the page; afterwards as in a mandate. */
  readonly card: string | null;
  /** Set for payments on a page. */
  readonly returnUrl: string | null;
  readonly keep: boolean;
  readonly failure: PaymentFailure | null;
  /** Time of success; null while it is unpaid. */
  readonly settlesAt: number | null;
  /** The payment is authorised first. Absent in older records, as the next field. */
  readonly authorize?: boolean;
  /** End of the authorisation; null or absent if it is not authorised. */
  readonly authorizedUntil?: number | null;
  readonly refunds: readonly ProviderRefund[];
}

export interface SimulatedSetup extends MandateRequest {
  readonly reference: string;
  readonly mandate: string | null;
}

/**
 * Records of the simulated provider. References derive from keys, so that a record is found by either, without an
 * index.
 */
export function openSimulatedRecords(dir: string) {
  return {
    payments: openRecordFolder<SimulatedPayment>(join(dir, 'payments')),
    setups: openRecordFolder<SimulatedSetup>(join(dir, 'setups')),
    ended: openRecordFolder<{ endedAt: number }>(join(dir, 'ended-mandates')),
    /** By mandate and invoice: the charge that was declined first. */
    declined: openRecordFolder<{ key: string }>(join(dir, 'declined-once')),
  };
}

/** Derives a reference. It grants the right to pay, so the key alone is not enough to compute it. */
export function referTo(kind: 'pay' | 'setup' | 'refund', key: string, secret: string): string {
  return `${kind}_${createHmac('sha256', secret).update(key).digest('hex').slice(0, 32)}`;
}

/** References come from outside, too, and become folder names. */
export function isReference(reference: string): boolean {
  return /^[a-z_]{1,30}(-[0-9a-f]{1,64})?$|^(pay|setup)_[0-9a-f]{32}$/.test(reference);
}

export function checkReference(reference: string): void {
  if (!isReference(reference)) {
    throw new EngineError('not_found', 'The payment provider knows nothing of this kind.');
  }
}

export async function readPayment(payments: RecordFolder<SimulatedPayment>, reference: string) {
  checkReference(reference);
  const payment = await payments.read(reference);
  if (!payment) throw new EngineError('not_found', 'The payment provider does not know this payment.');
  return payment;
}

/** Returns the earlier record of this key if it is equal, and throws a conflict if it differs. */
export function matchEarlier<T extends object>(earlier: T | undefined, asked: Partial<T>): T | undefined {
  if (!earlier) return undefined;
  const differs = Object.entries(asked).some(([name, value]) => earlier[name as keyof T] !== value);
  return differs ? refuseKeyUsedOtherwise() : earlier;
}

const EXPIRED: PaymentFailure = { kind: 'soft', message: 'The authorisation of the card has expired.' };

export function describePayment(payment: SimulatedPayment, now: number): ProviderPayment {
  const { reference, key, amount, currency, settlesAt, card, keep, authorizedUntil: until = null } = payment;
  const succeeded = settlesAt !== null && settlesAt <= now;
  const isExpired = until !== null && until <= now && settlesAt === null;
  const failure = payment.failure ?? (isExpired ? EXPIRED : null);
  const isAuthorized = until !== null && settlesAt === null && !failure;
  return {
    reference,
    key,
    status: failure ? 'failed' : succeeded ? 'succeeded' : isAuthorized ? 'authorized' : 'pending',
    failure,
    ...(isAuthorized ? { authorizedUntil: until } : {}),
    amount,
    currency,
    mandate: keep && succeeded && card !== null ? describeMandate(card, key) : null,
    ...((succeeded || isAuthorized) && card !== null ? { card: describeCard(card) } : {}),
  };
}

/** The same number for each kind of card, whichever customer uses it. */
function describeCard(reference: string): ProviderCard {
  const country = findSimulatedCard(reference)?.country;
  return { fingerprint: reference.split('-', 1)[0] ?? reference, ...(country ? { country } : {}) };
}

export function describeMandate(reference: string, key: string | null, ended = false): ProviderMandate {
  const label = findSimulatedCard(reference)?.label ?? 'Simulated card';
  return { reference, key, status: ended ? 'ended' : 'active', label, expiresAt: null, ...describeCard(reference) };
}
