import { translateStaffTexts } from '#locales/returned.ts';
import type { Import, ImportLine, ImportTemplate } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';
import type { Query } from '#session/session-client.ts';

export type { Import, ImportLine };

/** Records are created in the background; no hint reports the progress. */
const PROGRESS_MS = 1_500;

const isBusy = ({ status }: Import) => status === 'activating' || status === 'checking';

export function useImports(filters: Query) {
  return useOperatorQuery(
    ['imports', 'list', filters],
    (signal) => operatorApi.list<Import>('/imports', filters, { signal }),
    { keepPrevious: true, refetchInterval: (list) => (list?.data.some(isBusy) ? PROGRESS_MS : false) },
  );
}

export function useImport(id: number) {
  return useOperatorQuery(
    ['imports', 'show', id],
    (signal) => operatorApi.get<Import>('/imports/show', { id }, { signal }),
    { refetchInterval: (row) => (row && isBusy(row) ? PROGRESS_MS : false) },
  );
}

/** The progress of the import is part of the key, so that the lines follow it. */
export function useLines({ id, imported, failed }: Import, filters: Query) {
  const query = { ...filters, id };
  return useOperatorQuery(
    ['imports', 'lines', query, imported + failed],
    async (signal) =>
      translateStaffTexts(await operatorApi.list<ImportLine>('/imports/lines', query, { signal }), ['message']),
    { keepPrevious: true },
  );
}

export const readTemplate = (kind: Import['kind']) => operatorApi.get<ImportTemplate>('/imports/template', { kind });

interface Upload {
  readonly kind: Import['kind'];
  readonly name: string;
  readonly file: string;
}

export function useUpload() {
  return useOperatorMutation((upload: Upload) => operatorApi.post<Import>('/imports', upload), {
    touches: ['imports'],
    onError: () => undefined,
  });
}

export function useDiscard(id: number) {
  return useOperatorMutation(() => operatorApi.post<Import>('/imports/discard', {}, { query: { id } }), {
    touches: ['imports'],
  });
}
