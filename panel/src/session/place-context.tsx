import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { currentView } from './account-view.ts';
import { useSession } from './current.ts';
import type { Membership } from './generated/types.gen.ts';
import { type Environment, keepPlace, type Place, recallPlace } from './place.ts';

interface PlaceValue {
  readonly place: Place;
  readonly account: Membership;
  readonly choosePlace: (place: Place) => void;
  readonly chooseEnvironment: (environment: Environment) => void;
}

/** Scope of the API, right in the panel, or `OWN_DATA`. */
export type Permission = Membership['scopes'][number] | Membership['rights'][number] | typeof OWN_DATA;

/** Permission for data of the person instead of the account. Staff who view an account do not have it. */
export const OWN_DATA = 'own data';

const PlaceContext = createContext<PlaceValue | null>(null);

/** Provides the current account and environment; renders `otherwise` if the person has no account. */
export function PlaceProvider({ children, otherwise }: { children: ReactNode; otherwise: ReactNode }) {
  const { accounts } = useSession();
  const [chosen, choose] = useState<Place | null>(() => recallPlace(accounts));
  const account = accounts.find(({ id }) => id === chosen?.accountId) ?? accounts[0];
  const place = useMemo(
    () => account && settle(account, chosen?.environment ?? 'live'),
    [account, chosen?.environment],
  );
  const go = useCallback((next: Place) => {
    keepPlace(next);
    choose(next);
  }, []);
  const value = useMemo(
    () =>
      account && place
        ? {
            place,
            account,
            choosePlace: go,
            chooseEnvironment: (environment: Environment) => go({ ...place, environment }),
          }
        : null,
    [account, place, go],
  );
  if (!value) return otherwise;
  return <PlaceContext value={value}>{children}</PlaceContext>;
}

/** Falls back to the other environment if the account lacks the wanted one. */
function settle({ id, environments }: Membership, wanted: Environment): Place {
  return { accountId: id, environment: environments.includes(wanted) ? wanted : (environments[0] ?? 'live') };
}

export function usePlace(): PlaceValue {
  const value = useContext(PlaceContext);
  if (!value) throw new Error('There is no account here.');
  return value;
}

/** Returns a check for scopes and permissions in the current account. Pages hide what the server would refuse. */
export function useMay(): (wanted: Permission) => boolean {
  const { account, place } = usePlace();
  return useCallback(
    (wanted) => permissionsOf(account, place.environment).includes(wanted),
    [account, place.environment],
  );
}

export function permissionsOf(
  { scopes, sandbox_scopes, rights }: Membership,
  environment: Environment,
): readonly Permission[] {
  return [
    ...(environment === 'test' ? sandbox_scopes : scopes),
    ...rights,
    ...(currentView() ? [] : [OWN_DATA]),
  ] as Permission[];
}
