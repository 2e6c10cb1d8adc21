import type { Place } from '../session/place.ts';

/** Actions that were started on this tab and whose end is to be told; they survive a reload of it. */
const KEY = 'hostler.followed';

export interface Followed extends Place {
  readonly actionId: number;
  /** Finds the request that started it in the provider's log. */
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

/** Follows the work that this answer says was queued, if it says so. */
export function followActionIn(
  { accountId, environment }: Place,
  answer: unknown,
  requestId: string | null = null,
): void {
  const actionId = readActionId(answer);
  if (actionId === null || followed.some((other) => other.actionId === actionId && other.accountId === accountId))
    return;
  keep([...followed, { accountId, environment, actionId, requestId }]);
}

export function unfollow(actionIds: readonly number[]): void {
  if (actionIds.length > 0) keep(followed.filter(({ actionId }) => !actionIds.includes(actionId)));
}

function readActionId(answer: unknown): number | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { action_id: id, data } = answer as { action_id?: unknown; data?: unknown };
  return typeof id === 'number' ? id : data === undefined ? null : readActionId(data);
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
