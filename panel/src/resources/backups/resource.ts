import type { Backup, BackupSchedule } from '@hostler/sdk';
import { useMay } from '../../session/place-context.tsx';
import { useServerName } from '../servers/queries.ts';
import { useAllDatabases } from './queries.ts';
import { texts } from './texts.ts';

export type Resource = (Backup | BackupSchedule)['resource'];

/** Returns the name of a backup's source, or its number if it is deleted or not readable. */
export function useResourceName({ type, id }: Resource): string {
  const may = useMay();
  const isServer = type === 'hosting';
  const { data: server } = useServerName(id, isServer && may('hosting.read'));
  const { data: databases } = useAllDatabases(!isServer && may('databases.read'));
  const name = isServer ? server?.hostname : databases?.find((each) => each.id === id)?.name;
  return name ?? texts.gone(texts.types[type], id);
}

/** Returns the source as the API field that identifies it. */
export function fieldOf({ type, id }: Resource): { hosting_id: number } | { database_id: number } {
  return type === 'hosting' ? { hosting_id: id } : { database_id: id };
}
