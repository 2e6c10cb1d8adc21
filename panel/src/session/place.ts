import type { Membership } from './generated/types.gen.ts';

export type Environment = Membership['environments'][number];

/** The current account and environment. */
export interface Place {
  readonly accountId: number;
  readonly environment: Environment;
}

const KEY = 'hostler.place';

/** Restores the account of this tab, or the last one used: two tabs can show two accounts. */
export function recallPlace(accounts: readonly Membership[]): Place | null {
  const kept = read(sessionStorage) ?? read(localStorage);
  const account = accounts.find(({ id }) => id === kept?.accountId) ?? accounts[0];
  if (!account) return null;
  // The environment is kept per tab: a choice in another tab must not change it.
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
