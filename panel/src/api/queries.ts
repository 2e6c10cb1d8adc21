import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { translateSentences } from '../locales/returned.ts';
import { isPassing, readFailure } from '../requests/failure.ts';
import { ASK_AGAIN_MS } from '../requests/query-client.ts';
import type { Place } from '../session/place.ts';
import { usePlace } from '../session/place-context.tsx';
import { type Api, apiOf } from './client.ts';
import { tellSimulated } from './tell-done.ts';

/** Query key; its first element is the resource name used in hints: `['tickets', 'list', { page: 2 }]`. */
export type Key = readonly [resource: string, ...rest: unknown[]];

interface QueryExtras<T> {
  readonly enabled?: boolean;
  /** Polling interval in milliseconds, for data that no hint reports. */
  readonly refetchInterval?: number | false | ((data: T | undefined) => number | false);
  /** Shows the previous page of a list until the next one is loaded. */
  readonly keepPrevious?: boolean;
  /** With `static`, the data stays as shown despite hints, until it is refetched explicitly. */
  readonly staleTime?: number | 'static';
}

export function apiKey({ accountId, environment }: Place, key: Key): readonly unknown[] {
  return ['api', accountId, environment, ...key];
}

/** Queries the public API in the current account and environment. Hints about the resource trigger a refetch. */
export function useApiQuery<T>(
  key: Key,
  ask: (api: Api, signal: AbortSignal) => PromiseLike<T>,
  extras: QueryExtras<T> = {},
): UseQueryResult<T> {
  const { place } = usePlace();
  return useQuery<T>({
    queryKey: apiKey(place, key),
    queryFn: async ({ signal }) => translateSentences(await ask(apiOf(place), signal)),
    ...toOptions(extras, place),
  });
}

/** Queries the panel API in the current account. */
export function usePanelQuery<T>(
  key: Key,
  ask: (accountId: number, signal: AbortSignal) => PromiseLike<T>,
  extras: QueryExtras<T> = {},
): UseQueryResult<T> {
  const { place } = usePlace();
  return useQuery<T>({
    queryKey: ['panel', place.accountId, ...key],
    queryFn: async ({ signal }) => translateSentences(await ask(place.accountId, signal)),
    ...toOptions(extras, place),
  });
}

function toOptions<T>({ enabled, refetchInterval, keepPrevious, staleTime }: QueryExtras<T>, place: Place) {
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(refetchInterval === undefined
      ? {}
      : {
          refetchInterval: ({ state }: { state: { data: T | undefined; error: unknown } }) => {
            // A deleted record does not come back: stop polling.
            if (state.error && readFailure(state.error).code === 'NOT_FOUND') return false;
            if (state.error && isPassing(state.error)) return ASK_AGAIN_MS;
            return typeof refetchInterval === 'function' ? refetchInterval(state.data) : refetchInterval;
          },
        }),
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepPrevious ? { placeholderData: keepWithin(place) } : {}),
  };
}

/**
 * Returns a function that keeps the previous page as placeholder data, within the same account and environment only.
 */
function keepWithin({ accountId, environment }: Place) {
  return <T>(previous: T | undefined, query?: { readonly queryKey: readonly unknown[] }): T | undefined => {
    const [kind, account, where] = query?.queryKey ?? [];
    return account === accountId && (kind === 'panel' || where === environment) ? previous : undefined;
  };
}

interface MutationExtras<Input, Output> {
  /** Resources whose queries are refetched after a success. */
  readonly touches: readonly string[];
  readonly onSuccess?: (output: Output, input: Input) => void;
  /** If omitted, a failure is shown as a notification. */
  readonly onError?: (error: unknown, input: Input) => void;
}

interface ApiMutationExtras<Input, Output> extends MutationExtras<Input, Output> {
  /** Set for requests that the sandbox does not simulate: those for webhooks, and reads. */
  readonly real?: boolean;
}

/**
 * Sends a change to the public API. An action that it queues is followed in the tray. In the sandbox a notification says
 * that nothing was changed.
 */
export function useApiMutation<Input, Output>(
  change: (api: Api, input: Input) => Promise<Output>,
  { touches, real = false, onSuccess, onError }: ApiMutationExtras<Input, Output>,
) {
  const { place } = usePlace();
  const forget = useForget();
  return useMutation<Output, unknown, Input>({
    mutationFn: (input) => change(apiOf(place), input),
    onSuccess: (output, input) => {
      forget([...touches, 'actions']);
      if (place.environment === 'test' && !real) tellSimulated();
      onSuccess?.(output, input);
    },
    ...(onError ? { onError } : {}),
  });
}

/** Sends a change to the panel API. */
export function usePanelMutation<Input, Output>(
  change: (accountId: number, input: Input) => Promise<Output>,
  { touches, onSuccess, onError }: MutationExtras<Input, Output>,
) {
  const { place } = usePlace();
  const forget = useForget();
  return useMutation<Output, unknown, Input>({
    mutationFn: (input) => change(place.accountId, input),
    onSuccess: (output, input) => {
      forget(touches);
      onSuccess?.(output, input);
    },
    ...(onError ? { onError } : {}),
  });
}

/** Invalidates all queries of the given resources: visible ones are refetched immediately, others on their next use. */
function useForget(): (resources: readonly string[]) => void {
  const client = useQueryClient();
  const { place } = usePlace();
  return (resources) => {
    for (const resource of resources) {
      void client.invalidateQueries({ queryKey: apiKey(place, [resource]) });
      void client.invalidateQueries({ queryKey: ['panel', place.accountId, resource] });
    }
  };
}
