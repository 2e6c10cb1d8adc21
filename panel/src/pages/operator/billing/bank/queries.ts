import type { BankLine, InvoiceCandidate, StatementImport } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';
import type { Query } from '#session/session-client.ts';
import { MONEY_RESOURCES } from '../queries.ts';

export type { BankLine, InvoiceCandidate };

export function useBankLines(filters: Query, extras: { enabled?: boolean } = {}) {
  return useOperatorQuery(
    ['bank', 'list', filters],
    (signal) => operatorApi.list<BankLine>('/payments/lines', filters, { signal }),
    { keepPrevious: true, ...extras },
  );
}

/** Invoices that a line may pay, the likeliest first. */
export function useCandidates(line: number) {
  return useOperatorQuery(['bank', 'candidates', line], (signal) =>
    operatorApi.list<InvoiceCandidate>('/payments/candidates', { id: line, per_page: 20 }, { signal }),
  );
}

export interface Match {
  readonly line: number;
  readonly invoice: number;
  readonly as_credit: boolean;
}

export function useMatch() {
  return useOperatorMutation(
    ({ line, ...body }: Match) => operatorApi.post<BankLine>('/payments/match', body, { query: { id: line } }),
    { touches: [...MONEY_RESOURCES] },
  );
}

export interface StatementFile {
  /** Content in base64. */
  readonly file: string;
  /** IBAN of the company's account, for a CSV file without it. */
  readonly account?: string | undefined;
}

export function useImport() {
  return useOperatorMutation((input: StatementFile) => operatorApi.post<StatementImport>('/payments/import', input), {
    touches: [...MONEY_RESOURCES],
    onError: () => undefined,
  });
}
