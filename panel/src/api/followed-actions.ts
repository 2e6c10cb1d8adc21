import type { Place } from '../session/place.ts';

/** Session storage key of the actions started in this tab; their results are announced even after a reload. */
const KEY = 'hostler.followed';
const QUEUED = 202;

export interface Followed extends Place {
  readonly actionId: number;
  /** Identifies the request that started the action in the server log. */
  readonly requestId: string | null;
}

let followed: readonly Followed[] = read();
const listeners = new Set<() => void>();

export function subscribeToFollowed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function listFollowed(): readonly Followed[] {
  return followed;
}

/** Follows the action that a response with an `action_id` has queued. */
export async function followAnswer({ accountId, environment }: Place, response: Response): Promise<void> {
  if (response.status !== QUEUED) return;
  const body = (await response.json().catch(() => null)) as { data?: { action_id?: unknown } } | null;
  const actionId = body?.data?.action_id;
  if (typeof actionId !== 'number') return;
  const requestId = response.headers.get('X-Request-ID');
  const others = followed.filter((other) => other.actionId !== actionId || other.accountId !== accountId);
  keep([...others, { accountId, environment, actionId, requestId }]);
}

export function unfollow({ accountId, actionId }: Followed): void {
  keep(followed.filter((other) => other.actionId !== actionId || other.accountId !== accountId));
}

function keep(next: readonly Followed[]): void {
  followed = next;
  sessionStorage.setItem(KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
}

function read(): Followed[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Followed[]) : [];
  } catch {
    return [];
  }
}
