import type { SentMail, SentMailText } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

export type { SentMail, SentMailText };
export type MailStatus = SentMail['status'];

export interface MailsSearch {
  readonly page?: number;
  readonly search?: string;
  readonly status?: string;
  readonly kind?: string;
  readonly cause?: string;
  readonly account?: string;
  /** Mail that is open in the drawer. */
  readonly mail?: string;
}

export function toFilters({ mail: _, ...filters }: MailsSearch) {
  return filters;
}

export function useMails(search: MailsSearch) {
  const filters = toFilters(search);
  return useOperatorQuery(
    ['mails', 'list', filters],
    (signal) => operatorApi.list<SentMail>('/mails', filters, { signal }),
    { keepPrevious: true },
  );
}

export function useMail(id: string | undefined) {
  return useOperatorQuery(
    ['mails', 'show', id],
    (signal) => operatorApi.get<SentMailText>('/mails/show', { id }, { signal }),
    { enabled: id !== undefined },
  );
}

export function useResend() {
  return useOperatorMutation((id: number) => operatorApi.post<SentMail>('/mails/resend', {}, { query: { id } }), {
    touches: ['mails', 'failures'],
  });
}
