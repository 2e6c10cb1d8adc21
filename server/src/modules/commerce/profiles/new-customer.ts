import type { Query } from '../../../kernel/db/query.ts';
import type { CustomerKind } from './schemas.ts';
import { change } from './service.ts';

/** What somebody says of themselves when they sign up. */
export interface NewCustomer {
  readonly name: string;
  readonly kind: CustomerKind;
  readonly company?: string | undefined;
  readonly address: {
    readonly street: string;
    readonly postal_code: string;
    readonly city: string;
    readonly country: string;
  };
  readonly vat_id?: string | undefined;
}

/** The profile of a new account. A VAT id is to be checked: nobody who gives one to see is believed. */
export function* beginProfile(accountId: number, customer: NewCustomer, now: number): Query<void> {
  const { name, kind, company = null, address } = customer;
  const vat_id = customer.vat_id?.replaceAll(/[\s.-]/g, '').toUpperCase() || null;
  const vat = vat_id === null ? {} : { vat_id, vat_status: 'pending' as const, vat_given_at: now, vat_ask_at: now };
  yield* change(accountId, () => ({ name, kind, company, ...address, ...vat }), now);
}
