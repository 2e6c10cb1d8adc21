import { usePanelList } from '#api/lists.ts';
import { usePanelMutation, usePanelQuery } from '#api/queries.ts';
import type { PersonOfAccount, PersonWithKeys, Removed } from '#session/generated/types.gen.ts';
import { panelApi } from '#session/panel-api.ts';

export type { Removed };

export type Entry = PersonOfAccount;

export interface Rights extends Pick<Entry, 'role' | 'rights'> {
  readonly scopes: readonly string[];
}

export interface PeopleSearch {
  readonly page?: number;
}

export function usePeople(search: PeopleSearch) {
  return usePanelList<Entry>(['people', 'list'], '/people', { ...search });
}

/** Returns a person with the API keys that are revoked on removal. */
export function usePerson(id: number | null) {
  return usePanelQuery(
    ['people', 'show', id],
    (accountId, signal) =>
      panelApi.get<PersonWithKeys>('/people/show', { account_id: accountId, id: id ?? undefined }, { signal }),
    { enabled: id !== null },
  );
}

interface Extras<Output> {
  readonly onSuccess: (output: Output) => void;
  readonly onError: (error: unknown) => void;
}

export function useInvite(extras: Extras<Entry>) {
  return usePanelMutation(
    (accountId, input: Rights & { email: string }) =>
      panelApi.post<Entry>('/people/invite', { account_id: accountId, ...input }),
    { touches: ['people', 'audit'], ...extras },
  );
}

export function useUpdate(extras: Extras<Entry>) {
  return usePanelMutation(
    (accountId, input: Rights & { id: number }) =>
      panelApi.post<Entry>('/people/update', { account_id: accountId, ...input }),
    { touches: ['people', 'keys', 'audit'], ...extras },
  );
}

export function useRemove(extras: Extras<Removed>) {
  return usePanelMutation(
    (accountId, input: { id: number } | { invitation_id: number }) =>
      panelApi.post<Removed>('/people/remove', { account_id: accountId, ...input }),
    { touches: ['people', 'keys', 'audit'], ...extras },
  );
}
