import { MutationCache, QueryClient } from '@tanstack/react-query';
import { DoorError, GivenUp, isPassing, readFailure } from './failure.ts';

const SECOND = 1000;
/** How long a page that could not be had waits before it asks by itself again. */
export const ASK_AGAIN_MS = 10 * SECOND;
const MAX_PAUSE_MS = 30 * SECOND;

/** Told of what a page did not expect to fail; the frame shows it. */
let tellFailure: (error: unknown) => void = () => undefined;

export function onUnexpectedFailure(tell: (error: unknown) => void): void {
  tellFailure = tell;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The stream of hints says when something changed; this is for the time it is not there.
      staleTime: 15 * SECOND,
      // The SDK has tried a few times itself; more of it would keep the reason from the page.
      retry: (count, error) => error instanceof DoorError && isPassing(error) && count < 2,
      retryDelay: (count, error) => pauseBefore(count, error),
      refetchInterval: ({ state }) => (state.status === 'error' && isPassing(state.error) ? ASK_AGAIN_MS : false),
    },
    // What was sent may hold a password, and what was answered a key: neither outlives its form by minutes.
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
