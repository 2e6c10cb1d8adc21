import { useDoorMutation, useDoorQuery } from '#api/queries.ts';
import { door } from '#session/door.ts';
import type { PersonOfAccount, PersonWithKeys, Removed } from '#session/generated/types.gen.ts';

export type { Removed };

export type Entry = PersonOfAccount;

export interface Rights extends Pick<Entry, 'role' | 'rights'> {
  readonly scopes: readonly string[];
}

export interface PeopleSearch {
  readonly page?: number;
}

export function usePeople(search: PeopleSearch) {
  return useDoorQuery(
    ['people', 'list', search],
    (accountId, signal) => door.list<Entry>('/people', { account_id: accountId, ...search }, { signal }),
    { keepPrevious: true },
  );
}

/** Returns a person with the API keys that are revoked on removal. */
export function usePerson(id: number | null) {
  return useDoorQuery(
    ['people', 'show', id],
    (accountId, signal) =>
      door.get<PersonWithKeys>('/people/show', { account_id: accountId, id: id ?? undefined }, { signal }),
    { enabled: id !== null },
  );
}

interface Extras<Output> {
  readonly onSuccess: (output: Output) => void;
  readonly onError: (error: unknown) => void;
}

export function useInvite(extras: Extras<Entry>) {
  return useDoorMutation(
    (accountId, input: Rights & { email: string }) =>
      door.post<Entry>('/people/invite', { account_id: accountId, ...input }),
    { touches: ['people', 'audit'], ...extras },
  );
}

export function useUpdate(extras: Extras<Entry>) {
  return useDoorMutation(
    (accountId, input: Rights & { id: number }) =>
      door.post<Entry>('/people/update', { account_id: accountId, ...input }),
    { touches: ['people', 'keys', 'audit'], ...extras },
  );
}

export function useRemove(extras: Extras<Removed>) {
  return useDoorMutation(
    (accountId, input: { id: number } | { invitation_id: number }) =>
      door.post<Removed>('/people/remove', { account_id: accountId, ...input }),
    { touches: ['people', 'keys', 'audit'], ...extras },
  );
}
