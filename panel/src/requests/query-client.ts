import { MutationCache, QueryClient } from '@tanstack/react-query';
import { GivenUp, isPassing, PanelApiError, readFailure } from './failure.ts';

const SECOND = 1000;
/** Delay before a page that failed to load retries automatically. */
export const ASK_AGAIN_MS = 10 * SECOND;
const MAX_PAUSE_MS = 30 * SECOND;

/** Called for failures that no page handles; the frame shows them. */
let tellFailure: (error: unknown) => void = () => undefined;

export function onUnexpectedFailure(tell: (error: unknown) => void): void {
  tellFailure = tell;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Fallback for the time when the stream of hints is disconnected.
      staleTime: 15 * SECOND,
      // The SDK already retries. Further retries would only delay the error message.
      retry: (count, error) => error instanceof PanelApiError && isPassing(error) && count < 2,
      retryDelay: (count, error) => pauseBefore(count, error),
      refetchInterval: ({ state }) => (state.status === 'error' && isPassing(state.error) ? ASK_AGAIN_MS : false),
    },
    // Variables may contain a password and results a key: drop them soon after the form closes.
    mutations: { retry: false, gcTime: SECOND },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _onMutateResult, mutation) => {
      if (error instanceof GivenUp || mutation.options.onError) return;
      tellFailure(error);
    },
  }),
});

function pauseBefore(count: number, error: unknown): number {
  const { retryAfterSeconds } = readFailure(error);
  return retryAfterSeconds ? retryAfterSeconds * SECOND : Math.min(SECOND * 2 ** count, MAX_PAUSE_MS);
}
