import type { BackupsCreateInput, BackupsListInput, Database } from '@hostler/sdk';
import { useApiList } from '../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import type { ListSearch } from '../../parts/list-search.ts';

interface BackupFilters extends ListSearch {
  readonly status?: string;
  readonly hosting_id?: number;
  readonly database_id?: number;
}

export function useBackups(filters: BackupFilters, { enabled = true } = {}) {
  return useApiList(
    ['backups', 'list'],
    filters as BackupsListInput,
    (api, input, options) => api.backups.list(input, options),
    { enabled },
  );
}

/** Returns the number of completed backups of a source. */
export function useCompletedCount(of: { hosting_id?: number; database_id?: number }, enabled: boolean) {
  return useApiQuery(
    ['backups', 'completed', of],
    async (api, signal) => (await api.backups.list({ ...of, status: 'completed', per_page: 1 }, { signal })).meta.total,
    { enabled },
  );
}

/** Loads all databases: the API has no endpoint for a single one, and an account has at most a few hundred. */
export function useAllDatabases(enabled: boolean) {
  return useApiQuery(
    ['databases', 'all'],
    async (api, signal) => {
      const all: Database[] = [];
      for await (const database of api.databases.list({ per_page: 100 }, { signal })) all.push(database);
      return all;
    },
    { enabled },
  );
}

export function useCreateBackup() {
  return useApiMutation((api, input: BackupsCreateInput) => api.backups.create(input), {
    touches: ['backups'],
    onError: () => undefined,
  });
}

export function useRestoreBackup() {
  return useApiMutation((api, id: number) => api.backups.restore({ id }), {
    touches: ['backups', 'hosting', 'databases'],
    onError: () => undefined,
  });
}

export function useVerifyBackup() {
  return useApiMutation((api, id: number) => api.backups.verify({ id }), {
    touches: ['backups'],
    onError: () => undefined,
  });
}

export function useRemoveBackup() {
  return useApiMutation((api, id: number) => api.backups.remove({ id }), {
    touches: ['backups'],
    onError: () => undefined,
  });
}
