import type { Action } from '@hostler/sdk';
import type { RecentActions } from '../session/generated/types.gen.ts';
import { panelApi } from '../session/panel-api.ts';
import { useMay, usePlace } from '../session/place-context.tsx';
import { usePanelQuery } from './queries.ts';

/** The stream of hints does not report progress, so actions in progress are polled. */
const PROGRESS_MS = 1_000;
const NONE: readonly Action[] = [];
const SHOWN_TO = (['hosting', 'domains', 'databases', 'backups', 'applications'] as const).flatMap((group) => [
  `${group}.read` as const,
  `${group}.write` as const,
]);

export function isUnderWay({ status }: Action): boolean {
  return status === 'queued' || status === 'running';
}

/** Returns the newest actions and all unfinished ones. The tray and all progress displays share this one query. */
export function useRecentActions(): readonly Action[] {
  const may = useMay();
  const { environment } = usePlace().place;
  const { data } = usePanelQuery(
    ['actions', 'recent', environment],
    async (account_id, signal) =>
      (await panelApi.get<RecentActions>('/actions/recent', { account_id, environment }, { signal })).actions,
    {
      enabled: SHOWN_TO.some(may),
      refetchInterval: (actions) => (actions?.some(isUnderWay) ? PROGRESS_MS : false),
    },
  );
  return data ?? NONE;
}

/** Returns the action in progress on one record, if any. */
export function useActionOn(type: Action['resource']['type'], id: number): Action | undefined {
  return useRecentActions().find(
    (action) => isUnderWay(action) && action.resource.type === type && action.resource.id === id,
  );
}
