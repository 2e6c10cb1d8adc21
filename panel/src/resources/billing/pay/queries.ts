import { useEffect } from 'react';
import { usePanelMutation, usePanelQuery } from '../../../api/queries.ts';
import type {
  NextStep,
  PaymentMethod,
  StartedPayment,
  WaysToPay,
  WayToPay,
} from '../../../session/generated/types.gen.ts';
import { panelApi } from '../../../session/panel-api.ts';

export type { NextStep, PaymentMethod, WayToPay };

interface Paying {
  readonly invoice_id: number;
  readonly driver?: string;
  readonly method_id?: number;
  /** Saves the method for later invoices. */
  readonly keep?: boolean;
  /** Return address for the page of the payment provider. */
  readonly return_path: string;
}

export function useWays() {
  return usePanelQuery(
    ['billing', 'ways'],
    async (accountId, signal) => {
      const { ways } = await panelApi.get<WaysToPay>('/billing/ways', { account_id: accountId }, { signal });
      return ways;
    },
    { staleTime: 600_000 },
  );
}

export function useMethods() {
  return usePanelQuery(['billing', 'methods'], async (accountId, signal) => {
    const page = { account_id: accountId, per_page: 100 };
    return (await panelApi.list<PaymentMethod>('/billing/methods', page, { signal })).data;
  });
}

/** Pays an invoice, or returns the next step to pay it. */
export function usePay() {
  return usePanelMutation(
    (accountId, input: Paying) => panelApi.post<StartedPayment>('/billing/pay', { account_id: accountId, ...input }),
    { touches: ['billing', 'invoices', 'subscriptions', 'hosting'], onError: () => undefined },
  );
}

/** Calls `onReturn` when the page is restored by the back button, to make its form usable again. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn();
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [onReturn]);
}

/** Redirects to the page of the payment provider and returns true, if the next step has one. */
export function follow({ type, url }: NextStep): boolean {
  if (type !== 'redirect' || url === null) return false;
  window.location.assign(url);
  return true;
}
