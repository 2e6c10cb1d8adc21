import type { Action } from '@hostler/sdk';
import { useApiQuery } from '../../api/queries.ts';
import { useMay } from '../../session/place-context.tsx';

const SHOWN = 12;
/** Number of newest actions searched for unfinished ones. */
const LOOKED_THROUGH = 50;
/** Polling interval while actions are in progress: hints do not report progress. */
const WHILE_UNDER_WAY_MS = 2_000;
const NONE: readonly Action[] = [];
const SHOWN_TO = (['hosting', 'domains', 'databases', 'backups', 'applications'] as const).flatMap((group) => [
  `${group}.read` as const,
  `${group}.write` as const,
]);

export function isUnderWay({ status }: Action): boolean {
  return status === 'queued' || status === 'running';
}

/** Returns the newest actions and all unfinished ones. */
export function useRecentActions(): readonly Action[] {
  const may = useMay();
  const enabled = SHOWN_TO.some(may);
  const newest = useApiQuery(
    ['actions', 'recent'],
    async (api, signal) => {
      const { data } = await api.actions.list({ per_page: LOOKED_THROUGH }, { signal });
      return data.filter((action, index) => index < SHOWN || isUnderWay(action));
    },
    { enabled, refetchInterval: (actions) => (actions?.some(isUnderWay) ? WHILE_UNDER_WAY_MS : false) },
  );
  return newest.data ?? NONE;
}
