import type { SshKey, SshKeysCreateInput, SshKeysListInput } from '@hostler/sdk';
import { useApiList } from '#api/lists.ts';
import { useApiMutation, useApiQuery } from '#api/queries.ts';
import type { ListSearch } from '#parts/list-search.ts';

const touches = ['ssh-keys'];
const onError = () => undefined;

export function useSshKeyList(filters: ListSearch) {
  return useApiList(['ssh-keys', 'list'], filters as SshKeysListInput, (api, input, options) =>
    api.sshKeys.list(input, options),
  );
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
