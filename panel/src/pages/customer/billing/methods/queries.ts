import type { BillingPaymentsListInput } from '@hostler/sdk';
import { useApiList } from '#api/lists.ts';
import type { ListSearch } from '#parts/list-search.ts';

export function usePayments(search: ListSearch) {
  const filters = { ...search, per_page: 20 } as BillingPaymentsListInput;
  return useApiList(['invoices', 'payments'], filters, (api, input, options) =>
    api.billing.payments.list(input, options),
  );
}
