import { usePanelMutation, usePanelQuery } from '../../../api/queries.ts';
import type { BillingProfile } from '../../../session/generated/types.gen.ts';
import { panelApi } from '../../../session/panel-api.ts';

export type { BillingProfile };

export type ProfileInput = Omit<BillingProfile, 'vat_status' | 'vat_checked_at' | 'currency' | 'trusted'>;

/** The API refuses an order without a complete address. */
export function hasAddress({ street, postal_code, city, country }: BillingProfile): boolean {
  return [street, postal_code, city, country].every(Boolean);
}

export function useProfile() {
  return usePanelQuery(['billing', 'profile'], (accountId, signal) =>
    panelApi.get<BillingProfile>('/billing/profile', { account_id: accountId }, { signal }),
  );
}

export function useSaveProfile() {
  return usePanelMutation(
    (accountId, input: ProfileInput) =>
      panelApi.post<BillingProfile>('/billing/profile', { account_id: accountId, ...input }),
    { touches: ['billing', 'audit'], onError: () => undefined },
  );
}
