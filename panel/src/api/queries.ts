import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Place } from '../session/place.ts';
import { usePlace } from '../session/place-context.tsx';
import { type Api, apiOf } from './client.ts';
import { isPassing, readFailure } from './failure.ts';
import { ASK_AGAIN_MS } from './query-client.ts';

/** Begins with the resource as hints name it: `['tickets', 'list', { page: 2 }]`. */
export type Key = readonly [resource: string, ...rest: unknown[]];

interface QueryExtras<T> {
  readonly enabled?: boolean;
  /** Asked again after so many milliseconds, for what no hint tells of. */
  readonly refetchInterval?: number | false | ((data: T | undefined) => number | false);
  /** Keeps showing the page before while the next one comes; for lists. */
  readonly keepPrevious?: boolean;
  /** `static`: as it was shown, whatever hints say, until somebody asks again. */
  readonly staleTime?: number | 'static';
}

export function apiKey({ accountId, environment }: Place, key: Key): readonly unknown[] {
  return ['api', accountId, environment, ...key];
}

/** Asks the public API in the account and environment at hand; hints about the resource ask it again. */
export function useApiQuery<T>(
  key: Key,
  ask: (api: Api, signal: AbortSignal) => PromiseLike<T>,
  extras: QueryExtras<T> = {},
): UseQueryResult<T> {
  const { place } = usePlace();
  return useQuery<T>({
    queryKey: apiKey(place, key),
    queryFn: async ({ signal }) => ask(apiOf(place), signal),
    ...toOptions(extras, place),
  });
}

/** Asks the panel's door about the account at hand. */
export function useDoorQuery<T>(
  key: Key,
  ask: (accountId: number, signal: AbortSignal) => PromiseLike<T>,
  extras: QueryExtras<T> = {},
): UseQueryResult<T> {
  const { place } = usePlace();
  return useQuery<T>({
    queryKey: ['door', place.accountId, ...key],
    queryFn: async ({ signal }) => ask(place.accountId, signal),
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
            // What is gone does not come back.
            if (state.error && readFailure(state.error).code === 'NOT_FOUND') return false;
            if (state.error && isPassing(state.error)) return ASK_AGAIN_MS;
            return typeof refetchInterval === 'function' ? refetchInterval(state.data) : refetchInterval;
          },
        }),
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepPrevious ? { placeholderData: keepWithin(place) } : {}),
  };
}

/** The page before may stand in for the next one, but never that of another account or environment. */
function keepWithin({ accountId, environment }: Place) {
  return <T>(previous: T | undefined, query?: { readonly queryKey: readonly unknown[] }): T | undefined => {
    const [kind, account, where] = query?.queryKey ?? [];
    return account === accountId && (kind === 'door' || where === environment) ? previous : undefined;
  };
}

interface MutationExtras<Input, Output> {
  /** The resources whose queries are asked again afterwards. */
  readonly touches: readonly string[];
  readonly onSuccess?: (output: Output, input: Input) => void;
  /** Without it, what fails is told in a notification. */
  readonly onError?: (error: unknown, input: Input) => void;
}

/** Changes something through the public API. Work that is queued by it is followed in the tray. */
export function useApiMutation<Input, Output>(
  change: (api: Api, input: Input) => Promise<Output>,
  { touches, onSuccess, onError }: MutationExtras<Input, Output>,
) {
  const { place } = usePlace();
  const forget = useForget();
  return useMutation<Output, unknown, Input>({
    mutationFn: (input) => change(apiOf(place), input),
    onSuccess: (output, input) => {
      forget([...touches, 'actions']);
      onSuccess?.(output, input);
    },
    ...(onError ? { onError } : {}),
  });
}

/** Changes something through the panel's door. */
export function useDoorMutation<Input, Output>(
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

/** Everything known about these resources is asked again where it is on the page, and later where it is not. */
function useForget(): (resources: readonly string[]) => void {
  const client = useQueryClient();
  const { place } = usePlace();
  return (resources) => {
    for (const resource of resources) {
      void client.invalidateQueries({ queryKey: apiKey(place, [resource]) });
      void client.invalidateQueries({ queryKey: ['door', place.accountId, resource] });
    }
  };
}
