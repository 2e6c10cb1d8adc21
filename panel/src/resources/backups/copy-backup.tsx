import type { Backup } from '@hostler/sdk';
import { OrderCopy } from '../servers/order-copy.tsx';
import { useServer } from '../servers/queries.ts';
import { texts } from './texts.ts';

/** Orders a server from a backup. The record of the original has the size of its disk, even after its termination. */
export function CopyBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { data: server } = useServer(backup.resource.id);
  if (!server) return null;
  const source = { backup_id: backup.id };
  const title = texts.toNewServerTitle(backup.name);
  return <OrderCopy title={title} source={source} diskGb={server.disk_gb} onClose={onClose} />;
}
