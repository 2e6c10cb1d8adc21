import type { BillingInvoicesListInput, Hosting, Invoice, Subscription, SubscriptionsListInput } from '@hostler/sdk';
import { useApiList } from '../../api/lists.ts';
import { useApiMutation, useApiQuery, usePanelQuery } from '../../api/queries.ts';
import { useTellDone } from '../../api/tell-done.ts';
import type { ListSearch } from '../../parts/list-search.ts';
import type { DueInvoices } from '../../session/generated/types.gen.ts';
import { panelApi } from '../../session/panel-api.ts';
import { useMay } from '../../session/place-context.tsx';
import { texts } from './texts.ts';
import { listUpcoming } from './upcoming.ts';

const UPCOMING_PAGES = 5;

export function useSubscriptions(filters: ListSearch) {
  const input = { ...filters, per_page: 10 } as SubscriptionsListInput;
  return useApiList(['subscriptions', 'list'], input, (api, asked, options) => api.subscriptions.list(asked, options));
}

/** Finds the subscription of a server by its host name, which is part of the product name. */
export function useSubscriptionOf({ id, hostname }: Pick<Hosting, 'id' | 'hostname'>) {
  const may = useMay();
  return useApiQuery(
    ['subscriptions', 'of', id],
    async (api, signal) => {
      const { data } = await api.subscriptions.list({ search: hostname, per_page: 100 }, { signal });
      return data.find(({ hosting_id }) => hosting_id === id) ?? null;
    },
    { enabled: may('billing.read') },
  );
}

/** Passes the filters of the address unchanged; the API validates them. */
export function useInvoices(filters: ListSearch & { status?: string }) {
  return useApiList(['invoices', 'list'], filters as BillingInvoicesListInput, (api, input, options) =>
    api.billing.invoices.list(input, options),
  );
}

/** Returns the unpaid invoices, soonest due first. */
export function useDue(enabled = true) {
  return usePanelQuery(
    ['invoices', 'due'],
    async (account_id, signal) => panelApi.get<DueInvoices>('/billing/due', { account_id }, { signal }),
    { enabled },
  );
}

/** Returns the renewals of the next 30 days, among the newest 500 subscriptions. */
export function useUpcoming() {
  return useApiQuery(['subscriptions', 'upcoming'], async (api, signal) => {
    const found: Subscription[] = [];
    for (let page = 1; page <= UPCOMING_PAGES; page++) {
      const { data, meta } = await api.subscriptions.list({ page, per_page: 100 }, { signal });
      found.push(...data);
      if (page >= meta.last_page) break;
    }
    return listUpcoming(found, Date.now());
  });
}

/** Returns the total due per currency. */
export function sumUp(
  invoices: readonly Pick<Invoice, 'currency' | 'amount_due'>[],
): { currency: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const { currency, amount_due } of invoices) sums.set(currency, (sums.get(currency) ?? 0) + amount_due);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

export function useCancelSubscription() {
  return useApiMutation((api, input: { id: number; immediately: boolean }) => api.subscriptions.cancel(input), {
    touches: ['subscriptions', 'invoices', 'hosting'],
    onError: () => undefined,
  });
}

/** Sets the most that billed traffic of a month may cost. */
export function useSetTrafficCap() {
  return useApiMutation(
    (api, input: { id: number; traffic_cap: number | null }) => api.subscriptions.trafficCap(input),
    { touches: ['subscriptions'], onError: () => undefined },
  );
}

/** Resumes a subscription that is set to cancel. */
export function useResumeSubscription() {
  const tellDone = useTellDone();
  return useApiMutation((api, input: { id: number }) => api.subscriptions.resume(input), {
    touches: ['subscriptions', 'invoices'],
    // Not in the menu: it is unmounted before the response arrives.
    onSuccess: () => tellDone(texts.resumed),
  });
}

export function useInvoice(id: number | undefined) {
  return useApiQuery(
    ['invoices', 'show', id],
    (api, signal) => api.billing.invoices.show({ id: id ?? 0 }, { signal }),
    { enabled: id !== undefined },
  );
}

export function useBalance() {
  return useApiQuery(['billing', 'balance'], (api, signal) => api.billing.balance({ signal }));
}

/** Downloads an invoice PDF; it is not cached. */
export function useInvoicePdf() {
  return useApiMutation((api, id: number) => api.billing.invoices.pdf({ id }), { touches: [], real: true });
}
