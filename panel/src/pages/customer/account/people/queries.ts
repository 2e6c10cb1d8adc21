import { useDoorMutation, useDoorQuery } from '#api/queries.ts';
import { door } from '#session/door.ts';
import type { Right } from '#session/types.ts';

export interface Rights {
  readonly role: 'owner' | 'member';
  readonly scopes: readonly string[];
  readonly rights: readonly Right[];
}

export interface Entry extends Rights {
  /** Null while the person is only invited. */
  readonly id: number | null;
  readonly invitation_id: number | null;
  readonly email: string;
  /** Empty while the person is only invited. */
  readonly name: string;
  readonly status: 'active' | 'invited';
  readonly second_factor: boolean;
  readonly last_seen_at: string | null;
  readonly created_at: string;
  readonly ownership_offered: boolean;
}

export interface EntryWithKeys extends Entry {
  readonly keys: readonly { readonly id: number; readonly name: string; readonly environment: 'live' | 'test' }[];
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
      door.get<EntryWithKeys>('/people/show', { account_id: accountId, id: id ?? undefined }, { signal }),
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

export interface Removed {
  readonly keys_ended: readonly { readonly id: number; readonly name: string }[];
}

export function useRemove(extras: Extras<Removed>) {
  return useDoorMutation(
    (accountId, input: { id: number } | { invitation_id: number }) =>
      door.post<Removed>('/people/remove', { account_id: accountId, ...input }),
    { touches: ['people', 'keys', 'audit'], ...extras },
  );
}
