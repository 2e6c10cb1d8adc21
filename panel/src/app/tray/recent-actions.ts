import type { Action } from '@hostler/sdk';
import { useApiQuery } from '../../api/queries.ts';
import { useMay } from '../../session/place-context.tsx';

const SHOWN = 12;
/** Progress is no news to be hinted at; while something is under way it is asked for. */
const WHILE_UNDER_WAY_MS = 2_000;
const NONE: readonly Action[] = [];

export function isUnderWay({ status }: Action): boolean {
  return status === 'queued' || status === 'running';
}

/** The newest, and everything that is not done yet. */
export function useRecentActions(): readonly Action[] {
  const may = useMay();
  const enabled = ['hosting.read', 'domains.read', 'databases.read', 'backups.read'].some(may);
  const newest = useApiQuery(
    ['actions', 'recent'],
    async (api, signal) => (await api.actions.list({ per_page: SHOWN }, { signal })).data,
    { enabled, refetchInterval: (actions) => (actions?.some(isUnderWay) ? WHILE_UNDER_WAY_MS : false) },
  );
  return newest.data ?? NONE;
}
