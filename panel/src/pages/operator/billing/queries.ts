import { translateStaffTexts } from '#locales/returned.ts';
import type {
  AccountSummary,
  ForecastLine,
  InvoiceReasons,
  Payout,
  StaffCharge,
  StaffInvoice,
  StaffPayment,
  StaffPaymentDetails,
} from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';
import type { Query } from '#session/session-client.ts';

export type { ForecastLine, Payout, StaffCharge, StaffInvoice, StaffPayment, StaffPaymentDetails };

/** Resources that change with money. */
export const MONEY_RESOURCES = [
  ...['invoices', 'payments', 'charges', 'bank', 'payouts', 'forecast', 'report'],
  ...['subscriptions', 'accounts', 'today'],
] as const;

const TASK_TEXTS = ['what', 'reason'];
const REASON_TEXTS = ['sentence', 'label', 'value'];

export function useInvoices(filters: Query, extras: { enabled?: boolean } = {}) {
  return useOperatorQuery(
    ['invoices', 'list', filters],
    (signal) => operatorApi.list<StaffInvoice>('/invoices', filters, { signal }),
    { keepPrevious: true, ...extras },
  );
}

/** By id or number. */
export function useStaffInvoice(id: string | undefined) {
  return useOperatorQuery(
    ['invoices', 'show', id],
    (signal) => operatorApi.get<StaffInvoice>('/invoices/show', { id }, { signal }),
    { enabled: id !== undefined },
  );
}

/** Calculation of the lines of an invoice. */
export function useExplanation(id: number) {
  return useOperatorQuery(['invoices', 'explain', id], async (signal) => {
    const reasons = await operatorApi.get<InvoiceReasons>('/billing/explain', { id }, { signal });
    await translateStaffTexts([...reasons.lines, ...reasons.totals], REASON_TEXTS);
    return reasons;
  });
}

interface InvoiceFile {
  readonly filename: string;
  readonly content_type: string;
  readonly content: string;
}

export function useDocument() {
  return useOperatorMutation((id: number) => operatorApi.get<InvoiceFile>('/invoices/document', { id }), {
    touches: [],
  });
}

export function usePayments(filters: Query, extras: { enabled?: boolean } = {}) {
  return useOperatorQuery(
    ['payments', 'list', filters],
    (signal) => operatorApi.list<StaffPayment>('/payments', filters, { signal }),
    { keepPrevious: true, ...extras },
  );
}

export function useStaffPayment(id: string | undefined) {
  return useOperatorQuery(
    ['payments', 'show', id],
    (signal) => operatorApi.get<StaffPaymentDetails>('/payments/show', { id }, { signal }),
    { enabled: id !== undefined },
  );
}

export function useCharges(filters: Query) {
  return useOperatorQuery(
    ['charges', 'list', filters],
    (signal) => operatorApi.list<StaffCharge>('/charges', filters, { signal }),
    { keepPrevious: true },
  );
}

export function usePayouts(filters: Query, extras: { enabled?: boolean } = {}) {
  return useOperatorQuery(
    ['payouts', 'list', filters],
    (signal) => operatorApi.list<Payout>('/payments/payouts', filters, { signal }),
    { keepPrevious: true, ...extras },
  );
}

/** The server performs the run and rolls it back, so the result is kept until it is asked for again. */
export function useForecast(filters: Query, extras: { enabled?: boolean } = {}) {
  return useOperatorQuery(
    ['forecast', 'list', filters],
    async (signal) =>
      translateStaffTexts(await operatorApi.list<ForecastLine>('/billing/forecast', filters, { signal }), TASK_TEXTS),
    { keepPrevious: true, staleTime: 60_000, ...extras },
  );
}

/** Returns the currency of a customer; undefined while unknown. */
export function useCurrencyOf(account: string | undefined): string | undefined {
  const { data } = useOperatorQuery(
    ['accounts', 'show', Number(account)],
    (signal) => operatorApi.get<AccountSummary>('/accounts/show', { id: account }, { signal }),
    { enabled: account !== undefined },
  );
  return data?.balance?.currency;
}
