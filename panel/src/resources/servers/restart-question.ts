import { setPreferences, usePreferences } from '../../parts/preferences.ts';
import { useSession } from '../../session/current.ts';

/** Returns whether the signed-in person is asked before a restart, and a function to change that in this browser. */
export function useRestartQuestion(): { asks: boolean; setAsks: (asks: boolean) => void } {
  const { restartUnasked } = usePreferences();
  const { person } = useSession();
  const others = restartUnasked.filter((id) => id !== person.id);
  return {
    asks: !restartUnasked.includes(person.id),
    setAsks: (asks) => setPreferences({ restartUnasked: asks ? others : [...others, person.id] }),
  };
}
