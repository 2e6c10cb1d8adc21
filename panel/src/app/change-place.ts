import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import type { Place } from '../session/place.ts';
import { usePlace } from '../session/place-context.tsx';

/**
 * What is open belongs to the account that is left: who would rather stay with it stays in that account. What is to be
 * opened belongs to the other one, and is not asked for before that is chosen.
 */
export function useChangePlace(): (next: Place, then?: NavigateOptions) => void {
  const { choosePlace } = usePlace();
  const router = useRouter();
  return (next, then) => {
    const arrive = () => {
      choosePlace(next);
      if (then) void router.navigate(then);
    };
    if (router.state.location.pathname === '/') return arrive();
    // Told at once where nobody has to be asked whether to leave, and not at all where they would rather stay.
    let isLeft = false;
    const stop = router.history.subscribe(() => {
      isLeft = true;
    });
    void router.navigate({ to: '/' }).then(() => isLeft && arrive());
    // Whoever was asked has answered by then.
    setTimeout(stop);
  };
}
