import { keepPreviousData, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { translateSentences } from '../locales/returned.ts';

/** Query key; its first element is the resource name used in hints: `['tickets', 'list', { page: 2 }]`. */
type Key = readonly [resource: string, ...rest: unknown[]];

interface QueryExtras<T> {
  readonly enabled?: boolean;
  /** Polling interval in milliseconds, for data that no hint reports. */
  readonly refetchInterval?: number | false | ((data: T | undefined) => number | false);
  /** Shows the previous page of a list until the next one is loaded. */
  readonly keepPrevious?: boolean;
  /** With `static`, the data stays as shown despite hints, until it is refetched explicitly. */
  readonly staleTime?: number | 'static';
}

export function operatorKey(key: Key): readonly unknown[] {
  return ['operator', ...key];
}

/** Queries the operator API. Hints about the resource trigger a refetch. */
export function useOperatorQuery<T>(
  key: Key,
  ask: (signal: AbortSignal) => PromiseLike<T>,
  { enabled, refetchInterval, keepPrevious, staleTime }: QueryExtras<T> = {},
): UseQueryResult<T> {
  return useQuery<T>({
    queryKey: operatorKey(key),
    queryFn: async ({ signal }) => translateSentences(await ask(signal)),
    ...(enabled === undefined ? {} : { enabled }),
    ...(refetchInterval === undefined
      ? {}
      : {
          refetchInterval: ({ state: { data } }) =>
            typeof refetchInterval === 'function' ? refetchInterval(data) : refetchInterval,
        }),
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

interface MutationExtras<Input, Output> {
  /** Resources whose queries are refetched after a success. */
  readonly touches: readonly string[];
  readonly onSuccess?: (output: Output, input: Input) => void;
  /** If omitted, a failure is shown as a notification. */
  readonly onError?: (error: unknown, input: Input) => void;
}

/** Sends a change to the operator API. */
export function useOperatorMutation<Input, Output>(
  change: (input: Input) => Promise<Output>,
  { touches, onSuccess, onError }: MutationExtras<Input, Output>,
) {
  const client = useQueryClient();
  return useMutation<Output, unknown, Input>({
    mutationFn: change,
    onSuccess: (output, input) => {
      for (const resource of touches) void client.invalidateQueries({ queryKey: operatorKey([resource]) });
      onSuccess?.(output, input);
    },
    ...(onError ? { onError } : {}),
  });
}
