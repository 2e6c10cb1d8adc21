import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import type { Place } from '../session/place.ts';
import { usePlace } from '../session/place-context.tsx';

/**
 * Returns a function that switches to another account or environment. An unsaved form can block the switch. The target
 * page is requested only after the switch, because it belongs to the other account.
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
    // Set synchronously if nothing blocks the navigation, and never if the person stays on the page.
    let isLeft = false;
    const stop = router.history.subscribe(() => {
      isLeft = true;
    });
    void router.navigate({ to: '/' }).then(() => isLeft && arrive());
    // By this time a blocking dialog has been answered.
    setTimeout(stop);
  };
}
