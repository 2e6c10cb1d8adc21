import type { DomainRecord, DomainsCreateInput, DomainsListInput } from '@hostler/sdk';
import { useApiList } from '../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { ListSearch } from '../../parts/list-search.ts';

/** Editable fields of a record. */
export type RecordFields = Pick<DomainRecord, 'name' | 'type' | 'ttl' | 'content'>;

export function useDomains(filters: ListSearch & { status?: string }) {
  return useApiList(['domains', 'list'], filters as DomainsListInput, (api, input, options) =>
    api.domains.list(input, options),
  );
}

export function useDomain(id: number) {
  return useApiQuery(['domains', 'show', id], (api, signal) => api.domains.show({ id }, { signal }));
}

export function useRecords(id: number) {
  return useApiQuery(['domains', 'records', id], (api, signal) => api.domains.records.show({ id }, { signal }));
}

export function useCreateDomain() {
  return useApiMutation((api, input: DomainsCreateInput) => api.domains.create(input), {
    touches: ['domains'],
    onError: () => undefined,
  });
}

export function useRemoveDomain(id: number) {
  return useApiMutation((api) => api.domains.remove({ id }), { touches: ['domains'], onError: () => undefined });
}

export function useReplaceRecords(id: number) {
  return useApiMutation((api, records: RecordFields[]) => api.domains.records.replace({ id, records }), {
    touches: ['domains'],
    onError: () => undefined,
  });
}
