import { useDoorMutation, useDoorQuery } from '../../../api/queries.ts';
import { door } from '../../../session/door.ts';

export type CustomerKind = 'consumer' | 'business';

/** Recipient of invoices. */
export interface BillingProfile {
  readonly kind: CustomerKind;
  readonly name: string;
  readonly company: string | null;
  readonly street: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly vat_id: string | null;
  readonly vat_status: 'none' | 'pending' | 'valid' | 'invalid' | 'unavailable';
  readonly vat_checked_at: string | null;
  readonly currency: string | null;
  readonly invoice_email: string | null;
}

export type ProfileInput = Omit<BillingProfile, 'vat_status' | 'vat_checked_at' | 'currency'>;

/** The API refuses an order without a complete address. */
export function hasAddress({ street, postal_code, city, country }: BillingProfile): boolean {
  return [street, postal_code, city, country].every(Boolean);
}

export function useProfile() {
  return useDoorQuery(['billing', 'profile'], (accountId, signal) =>
    door.get<BillingProfile>('/billing/profile', { account_id: accountId }, { signal }),
  );
}

export function useSaveProfile() {
  return useDoorMutation(
    (accountId, input: ProfileInput) =>
      door.post<BillingProfile>('/billing/profile', { account_id: accountId, ...input }),
    { touches: ['billing', 'audit'], onError: () => undefined },
  );
}
