import { leaveView, viewToken } from './account-view.ts';
import type { PanelToken } from './generated/types.gen.ts';
import { panelApi } from './panel-api.ts';
import type { Place } from './place.ts';

interface Kept {
  readonly promise: Promise<string>;
  /** Measured by the clock of this page. */
  staleAt: number;
}

/** Renew the token this long before it expires. */
const SPARE_MS = 60_000;

/** Access tokens of the public API by account and environment. Kept in memory only; a reload requests new ones. */
const kept = new Map<string, Kept>();

export function getToken({ accountId, environment }: Place): Promise<string> {
  const name = `${accountId}/${environment}`;
  const found = kept.get(name);
  if (found && Date.now() < found.staleAt) return found.promise;
  const entry: Kept = { promise: ask(), staleAt: Number.POSITIVE_INFINITY };
  async function ask(): Promise<string> {
    const view = await viewToken();
    if (view !== null) return view;
    const token = await panelApi.post<PanelToken>('/token', { account_id: accountId, environment });
    entry.staleAt = Date.now() + token.expires_in * 1000 - SPARE_MS;
    return token.access_token;
  }
  kept.set(name, entry);
  entry.promise.catch(() => kept.delete(name));
  return entry.promise;
}

/** Drops a rejected token, unless it was already replaced. A rejected token of a view means that it has ended. */
export async function dropToken({ accountId, environment }: Place, token: string): Promise<void> {
  leaveView();
  const name = `${accountId}/${environment}`;
  const found = kept.get(name);
  if (found && (await found.promise.catch(() => token)) === token) kept.delete(name);
}

export function dropAllTokens(): void {
  kept.clear();
}
