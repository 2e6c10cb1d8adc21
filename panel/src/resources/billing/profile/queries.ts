import { useDoorMutation, useDoorQuery } from '../../../api/queries.ts';
import { door } from '../../../session/door.ts';
import type { BillingProfile } from '../../../session/generated/types.gen.ts';

export type { BillingProfile };

export type ProfileInput = Omit<BillingProfile, 'vat_status' | 'vat_checked_at' | 'currency' | 'trusted'>;

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
