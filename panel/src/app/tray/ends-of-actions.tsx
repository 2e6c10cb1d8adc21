import type { Action } from '@hostler/sdk';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { NavigateOptions } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { apiOf } from '../../api/client.ts';
import { type Followed, listFollowed, subscribeToFollowed, unfollow } from '../../api/followed-actions.ts';
import { apiKey } from '../../api/queries.ts';
import { isUnderWay } from '../../api/recent-actions.ts';
import { translateSentences } from '../../locales/returned.ts';
import { readFailure } from '../../requests/failure.ts';
import type { Place } from '../../session/place.ts';
import { usePlace } from '../../session/place-context.tsx';
import { useChangePlace } from '../change-place.ts';
import { EndedAction } from './ended-action.tsx';
import { followAll } from './follow-all.ts';

const PAUSE_MS = 2_000;
const FAILURE_STAYS_MS = 30_000;

/** Resources to refetch when an action on a resource type ends; a restore also changes its source. */
const CHANGED: Readonly<Record<Action['resource']['type'], readonly string[]>> = {
  hosting: ['hosting'],
  firewall: ['firewalls'],
  snapshot: ['snapshots', 'hosting', 'applications'],
  domain: ['domains'],
  database: ['databases'],
  backup: ['backups', 'hosting', 'databases', 'applications'],
  application: ['applications'],
};

/** Waits for the actions started in this tab, also after a reload, and announces each result once. */
export function EndsOfActions() {
  const followed = useSyncExternalStore(subscribeToFollowed, listFollowed);
  const client = useQueryClient();
  const { place } = usePlace();
  const change = useChangePlace();
  const openElsewhere = ({ accountId, environment }: Place, to: NavigateOptions): boolean => {
    if (accountId === place.accountId && environment === place.environment) return false;
    change({ accountId, environment }, to);
    return true;
  };
  /** Notifications outlive the page, so their links use the latest callback. */
  const latest = useRef(openElsewhere);
  useEffect(() => {
    latest.current = openElsewhere;
  });
  const names = followed.map(({ accountId, actionId }) => `${accountId}/${actionId}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names identify the observed records.
  useEffect(() => {
    const stop = new AbortController();
    followAll(followed, {
      signal: stop.signal,
      ask: (each, seconds) => askForEnd(each, seconds, stop.signal),
      onEnd(each, action) {
        unfollow(each);
        // Refetch here too, in case the stream of hints is disconnected.
        for (const resource of ['actions', ...(action ? CHANGED[action.resource.type] : [])]) {
          void client.invalidateQueries({ queryKey: apiKey(each, [resource]) });
        }
        if (action) tellEnd(each, action, (to) => latest.current(each, to));
      },
    });
    return () => stop.abort();
  }, [names]);
  return null;
}

/** Returns undefined while the action is in progress, and null if its result can no longer be read. */
async function askForEnd(followed: Followed, seconds: number, signal: AbortSignal): Promise<Action | null | undefined> {
  try {
    const action = await apiOf(followed).actions.show({ id: followed.actionId, wait: seconds }, { signal });
    return isUnderWay(action) ? undefined : await translateSentences(action);
  } catch (error) {
    const { status } = readFailure(error);
    if (status === 403 || status === 404) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return undefined;
  }
}

function tellEnd(followed: Followed, action: Action, openElsewhere: (to: NavigateOptions) => boolean): void {
  const failed = action.status === 'failed';
  notifications.show({
    id: `action-${followed.accountId}-${action.id}`,
    color: failed ? 'red' : 'green',
    autoClose: failed ? FAILURE_STAYS_MS : 6_000,
    withBorder: true,
    message: (
      <EndedAction action={action} place={followed} requestId={followed.requestId} openElsewhere={openElsewhere} />
    ),
  });
}
