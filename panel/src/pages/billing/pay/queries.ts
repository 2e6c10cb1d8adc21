import { useEffect } from 'react';
import { useDoorMutation, useDoorQuery } from '../../../api/queries.ts';
import { door } from '../../../session/door.ts';

/** What is to be done next so that money moves; what does not belong to it is null. */
export interface NextStep {
  readonly type: 'redirect' | 'instructions' | 'none';
  readonly url: string | null;
  /** Whose account it is. */
  readonly name: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  /** So that the money finds its invoice. */
  readonly reference: string | null;
}

/** A way to pay that this installation offers. */
export interface Way {
  readonly driver: string;
  /** Whether it can be kept, and charged by itself from then on. */
  readonly savable: boolean;
}

export interface PaymentMethod {
  readonly id: number;
  readonly driver: string;
  /** `Visa ···· 4242`. */
  readonly label: string;
  readonly is_default: boolean;
  readonly status: 'active' | 'pending' | 'removed';
  readonly expires_at: string | null;
  readonly created_at: string;
}

interface Paying {
  readonly invoice_id: number;
  readonly driver?: string;
  readonly method_id?: number;
  /** Whether it is kept for later invoices. */
  readonly keep?: boolean;
  /** Where the provider's page leads back to. */
  readonly return_path: string;
}

export interface StartedPayment {
  readonly payment: { readonly status: string } | null;
  readonly next: NextStep;
}

export function useWays() {
  return useDoorQuery(
    ['billing', 'ways'],
    async (accountId, signal) => {
      const { ways } = await door.get<{ ways: readonly Way[] }>('/billing/ways', { account_id: accountId }, { signal });
      return ways;
    },
    { staleTime: 600_000 },
  );
}

export function useMethods() {
  return useDoorQuery(['billing', 'methods'], async (accountId, signal) => {
    const page = { account_id: accountId, per_page: 100 };
    return (await door.list<PaymentMethod>('/billing/methods', page, { signal })).data;
  });
}

/** Pays an invoice, or says what is to be done for it. */
export function usePay() {
  return useDoorMutation(
    (accountId, input: Paying) => door.post<StartedPayment>('/billing/pay', { account_id: accountId, ...input }),
    { touches: ['billing', 'invoices', 'subscriptions', 'hosting'], onError: () => undefined },
  );
}

/** Who comes back from the provider's page by the back button finds this one as it was left: it is to be used again. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn();
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [onReturn]);
}

/** Leaves for the provider's page, where there is one. */
export function follow({ type, url }: NextStep): boolean {
  if (type !== 'redirect' || url === null) return false;
  window.location.assign(url);
  return true;
}
