import type { AccountNote, AccountSummary } from '#operator/generated/types.gen.ts';
import { operatorApi } from '#operator/operator-api.ts';
import { useOperatorMutation, useOperatorQuery } from '#operator/queries.ts';

export type { AccountNote, AccountSummary };
export type Contact = AccountSummary['contacts'][number];

export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly waiting: boolean;
  /** Cause of the suspension; null if there is none. */
  readonly suspended: string | null;
  readonly closed_at: string | null;
  readonly tags: readonly string[];
  readonly created_at: string;
}

export interface CustomerSearch {
  readonly page?: number;
  readonly search?: string;
  readonly status?: string;
  readonly tag?: string;
}

export function useCustomers(search: CustomerSearch) {
  return useOperatorQuery(
    ['accounts', 'list', search],
    (signal) => operatorApi.list<Customer>('/accounts', { ...search }, { signal }),
    { keepPrevious: true },
  );
}

export function useTags() {
  return useOperatorQuery(['accounts', 'tags'], (signal) =>
    operatorApi.list<{ tag: string; accounts: number }>('/accounts/tags', { per_page: 100 }, { signal }),
  );
}

export function useCustomer(id: number) {
  return useOperatorQuery(['accounts', 'show', id], (signal) =>
    operatorApi.get<AccountSummary>('/accounts/show', { id }, { signal }),
  );
}

export function useNotes(id: number, search: { page?: number; search?: string }, perPage?: number) {
  return useOperatorQuery(
    ['accounts', 'notes', id, search, perPage],
    (signal) => operatorApi.list<AccountNote>('/accounts/notes', { id, ...search, per_page: perPage }, { signal }),
    { keepPrevious: true },
  );
}

/** Sends a change of one account: `useAccountChange(7, 'hold')` posts to `/accounts/hold?id=7`. */
export function useAccountChange<Input extends object = Record<string, unknown>, Output = unknown>(
  id: number,
  verb: string,
) {
  return useOperatorMutation(
    (input: Input) => operatorApi.post<Output>(`/accounts/${verb}`, input, { query: { id } }),
    { touches: ['accounts', 'invoices', 'payments', 'today'], onError: () => undefined },
  );
}

/** Like `useAccountChange`, for buttons without a form: a failure is shown as a notification. */
export function useAccountButton<Input extends object>(id: number, verb: string) {
  return useOperatorMutation(
    (input: Input) => operatorApi.post<unknown>(`/accounts/${verb}`, input, { query: { id } }),
    { touches: ['accounts', 'today'] },
  );
}

export function useRemoveNote() {
  return useOperatorMutation(
    (id: number) => operatorApi.post<AccountNote>('/accounts/notes/remove', {}, { query: { id } }),
    { touches: ['accounts'] },
  );
}

/** Sends a change of one person: `usePersonChange('reset')` posts to `/people/reset?id=`. */
export function usePersonChange<Input extends object>(verb: string) {
  return useOperatorMutation(
    ({ id, ...input }: Input & { id: number }) =>
      operatorApi.post<unknown>(`/people/${verb}`, input, { query: { id } }),
    { touches: ['accounts', 'people'], onError: () => undefined },
  );
}

export interface Invitation {
  readonly account: number;
  readonly email: string;
  readonly role: 'owner' | 'member';
  readonly scopes: readonly string[];
}

export function useInvite() {
  return useOperatorMutation((input: Invitation) => operatorApi.post<unknown>('/people/invite', input), {
    touches: ['accounts', 'people'],
    onError: () => undefined,
  });
}

export function useCreateCustomer() {
  return useOperatorMutation(
    (input: { name: string; email: string }) => operatorApi.post<Customer>('/accounts', input),
    { touches: ['accounts'], onError: () => undefined },
  );
}

export interface LimitUse {
  readonly limit: number | null;
  readonly used: number | null;
}

export function useLimits(id: number) {
  return useOperatorQuery(['accounts', 'limits', id], (signal) =>
    operatorApi.get<{ limits: Record<string, LimitUse> }>('/accounts/limits', { id }, { signal }),
  );
}

/** Reads a list of the operator API that belongs to one account. */
export function useListOf<Row>(
  path: string,
  account: number,
  query: { page?: number; search?: string; per_page?: number } = {},
) {
  return useOperatorQuery(
    [path.slice(1), 'of', account, query],
    (signal) => operatorApi.list<Row>(path, { account, ...query }, { signal }),
    { keepPrevious: true },
  );
}
