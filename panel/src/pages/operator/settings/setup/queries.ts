import { translateStaffTexts } from '#locales/returned.ts';
import type { DocumentSeries, EnginePart, SentMail, Setup, SetupStep } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

export type { DocumentSeries, EnginePart, SentMail, Setup, SetupStep };

/** A test mail is followed this often until it was sent. */
const FOLLOW_MS = 1_000;

const STEP_TEXTS = ['title', 'description', 'reason'];
const PART_TEXTS = ['detail', 'advice'];

export function useSetup() {
  return useOperatorQuery(['setup'], async (signal) => {
    const setup = await translateStaffTexts(await operatorApi.get<Setup>('/setup', {}, { signal }), STEP_TEXTS);
    await translateStaffTexts(setup.sign_up, ['gaps']);
    return setup;
  });
}

export function useSkipStep() {
  return useOperatorMutation(
    ({ id }: Pick<SetupStep, 'id'>) => operatorApi.post<SetupStep>('/setup/skip', {}, { query: { id } }),
    { touches: ['setup', 'today'] },
  );
}

export function useSeries() {
  return useOperatorQuery(['setup', 'series'], (signal) =>
    operatorApi.list<DocumentSeries>('/invoices/series', {}, { signal }),
  );
}

export function useChooseNumber() {
  return useOperatorMutation(
    (input: { type: 'invoice' | 'credit_note'; next: number }) =>
      operatorApi.post<DocumentSeries>('/invoices/number', input),
    { touches: ['setup', 'today'], onError: () => undefined },
  );
}

export function useSendTestMail() {
  return useOperatorMutation((input: { to: string }) => operatorApi.post<SentMail>('/mails/test', input), {
    touches: ['mails'],
    onError: () => undefined,
  });
}

/** Follows a mail until it was sent or given up. */
export function useMail(id: number | undefined) {
  return useOperatorQuery(
    ['mails', 'show', id],
    (signal) => operatorApi.get<SentMail>('/mails/show', { id: id ?? 0 }, { signal }),
    { enabled: id !== undefined, refetchInterval: (mail) => (mail && mail.status !== 'waiting' ? false : FOLLOW_MS) },
  );
}

/** Runs the checks. They are repeated only on request, because each one calls its engine. */
export function useEngineChecks() {
  return useOperatorQuery(
    ['engines', 'list'],
    async (signal) =>
      translateStaffTexts(await operatorApi.list<EnginePart>('/engines', { per_page: 100 }, { signal }), PART_TEXTS),
    { staleTime: 'static' },
  );
}
