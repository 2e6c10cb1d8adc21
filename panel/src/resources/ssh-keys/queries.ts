import type { SshKey, SshKeysCreateInput, SshKeysListInput } from '@hostler/sdk';
import { useApiMutation, useApiQuery } from '#api/queries.ts';
import type { ListSearch } from '#parts/list-search.ts';

const touches = ['ssh-keys'];
const onError = () => undefined;

export function useSshKeyList(filters: ListSearch) {
  const input = filters as SshKeysListInput;
  return useApiQuery(['ssh-keys', 'list', filters], async (api, signal) => api.sshKeys.list(input, { signal }), {
    keepPrevious: true,
  });
}

/** Loads all SSH keys of the account, by default at most 100. */
export function useAllSshKeys(enabled = true) {
  return useApiQuery(
    ['ssh-keys', 'all'],
    async (api, signal) => {
      const found: SshKey[] = [];
      for await (const key of api.sshKeys.list({ per_page: 100 }, { signal })) found.push(key);
      return found;
    },
    { enabled },
  );
}

export function useAddSshKey() {
  return useApiMutation((api, input: SshKeysCreateInput) => api.sshKeys.create(input), { touches, onError });
}

/** Adds several keys, one after the other. Returns them as they are stored. */
export function useAddSshKeys() {
  return useApiMutation(
    async (api, publicKeys: readonly string[]) => {
      const added: SshKey[] = [];
      for (const public_key of publicKeys) added.push(await api.sshKeys.create({ public_key }));
      return added;
    },
    { touches, onError },
  );
}

export function useRenameSshKey() {
  return useApiMutation((api, input: { id: number; name: string }) => api.sshKeys.update(input), { touches, onError });
}

export function useRemoveSshKey() {
  return useApiMutation((api, id: number) => api.sshKeys.remove({ id }), { touches, onError });
}
