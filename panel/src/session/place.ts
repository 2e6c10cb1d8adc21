import type { Environment, Membership } from './types.ts';

/** Where in the panel somebody is: which account, and whether in its sandbox. */
export interface Place {
  readonly accountId: number;
  readonly environment: Environment;
}

const KEY = 'hostler.place';

/** This tab's choice, else the one made last: two tabs may look at two accounts, and a new one begins where one was. */
export function recallPlace(accounts: readonly Membership[]): Place | null {
  const kept = read(sessionStorage) ?? read(localStorage);
  const account = accounts.find(({ id }) => id === kept?.accountId) ?? accounts[0];
  if (!account) return null;
  // Nobody should be in the sandbox, or out of it, by a choice made in another tab.
  const wanted = read(sessionStorage)?.environment ?? 'live';
  const environment = account.environments.includes(wanted) ? wanted : (account.environments[0] ?? 'live');
  return { accountId: account.id, environment };
}

export function keepPlace(place: Place): void {
  for (const storage of [sessionStorage, localStorage]) storage.setItem(KEY, JSON.stringify(place));
}

export function forgetPlace(): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(KEY);
}

function read(storage: Storage): Place | null {
  try {
    return JSON.parse(storage.getItem(KEY) ?? 'null') as Place | null;
  } catch {
    return null;
  }
}
