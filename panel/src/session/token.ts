import { door } from './door.ts';
import type { Place } from './place.ts';

interface Token {
  readonly access_token: string;
  readonly expires_in: number;
}

interface Kept {
  readonly promise: Promise<string>;
  /** By this page's clock. */
  staleAt: number;
}

/** Renewed while there is still time for the request that carries it. */
const SPARE_MS = 60_000;

/** Access tokens to the public API, one for each place, in memory only: a reload asks for a new one. */
const kept = new Map<string, Kept>();

export function getToken({ accountId, environment }: Place): Promise<string> {
  const name = `${accountId}/${environment}`;
  const found = kept.get(name);
  if (found && Date.now() < found.staleAt) return found.promise;
  const entry: Kept = { promise: ask(), staleAt: Number.POSITIVE_INFINITY };
  async function ask(): Promise<string> {
    const token = await door.post<Token>('/token', { account_id: accountId, environment });
    entry.staleAt = Date.now() + token.expires_in * 1000 - SPARE_MS;
    return token.access_token;
  }
  kept.set(name, entry);
  entry.promise.catch(() => kept.delete(name));
  return entry.promise;
}

/** The server would not have it any more; with another one already there, that one stays. */
export async function dropToken({ accountId, environment }: Place, token: string): Promise<void> {
  const name = `${accountId}/${environment}`;
  const found = kept.get(name);
  if (found && (await found.promise.catch(() => token)) === token) kept.delete(name);
}

export function dropAllTokens(): void {
  kept.clear();
}
