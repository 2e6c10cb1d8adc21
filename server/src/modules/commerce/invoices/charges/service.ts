import type { Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import { errors } from './errors.ts';
import type { Explanation } from './explanation.ts';
import type { ChargeKind } from './schemas.ts';
import * as store from './store.ts';
import type { Wording } from './wording.ts';

/** An item to be invoiced. */
export interface NewCharge {
  readonly subscription_id?: number | null;
  /** A unique key like `sub:12:period:2026-11-03`. Charges with the same key are charged once. */
  readonly key: string;
  readonly kind: ChargeKind;
  readonly description: string;
  /** Absent if the description is the same in all languages. */
  readonly wording?: Wording;
  readonly quantity?: number;
  /** In minor units. Negative for a credit. */
  readonly unit_price: number;
  /** Set if it differs from quantity × unit price, as for a cap. */
  readonly amount?: number;
  readonly currency: string;
  readonly tax_included?: boolean;
  readonly period_start: number;
  readonly period_end: number;
  readonly explanation: Explanation;
  /** Due date. Charges due on the same day form one invoice. */
  readonly due_at: number;
  readonly at: number;
}

export interface Charge extends Omit<store.ChargeRow, 'tax_included' | 'explanation'> {
  readonly tax_included: boolean;
  readonly explanation: Explanation;
  readonly wording?: Wording;
}

/** Limit of one charge: a billion of the currency's main unit, so that sums stay exact. */
const LARGEST_AMOUNT = 100_000_000_000;

/** Adds a charge to the draft of its due day. Returns undefined and does nothing if the key was charged before. */
export function* addCharge(accountId: number, charge: NewCharge): Query<Charge | undefined> {
  const { quantity = 1, unit_price, subscription_id = null, tax_included = false, ...given } = charge;
  const { explanation, wording, at, ...rest } = given;
  const { amount = quantity * unit_price } = charge;
  if (!Number.isSafeInteger(amount) || Math.abs(amount) > LARGEST_AMOUNT) {
    throw errors.charge_amount_too_large({ max: LARGEST_AMOUNT });
  }
  const row = yield* store.insertCharge(accountId, {
    ...rest,
    subscription_id,
    quantity,
    unit_price,
    amount,
    tax_included: tax_included ? 1 : 0,
    explanation: JSON.stringify(wording ? { ...explanation, wording } : explanation),
    created_at: at,
  });
  return row && toCharge(row);
}

/** Lists the open charges of an account, the first due first. */
export function* listOpen(accountId: number): Query<Charge[]> {
  return (yield* store.listOpenCharges(accountId)).map(toCharge);
}

/** Removes a charge from its draft. Charges on an invoice are corrected by a credit note instead. */
export function* removeCharge(accountId: number, id: number): Query<Charge> {
  const row = yield* store.deleteOpenCharge(accountId, id);
  if (!row) throw notFound('Open charge');
  return toCharge(row);
}

export function toCharge({ tax_included, explanation, ...row }: store.ChargeRow): Charge {
  const { wording, ...explained } = JSON.parse(explanation) as Explanation & { wording?: Wording };
  return { ...row, tax_included: tax_included === 1, explanation: explained, ...(wording && { wording }) };
}
