import type { StorageDriver } from '#engines/storage/driver.ts';
import type { JobHandler } from '#kernel/jobs/worker.ts';

export const REMOVE_LEFTOVER = 'backups.remove-leftover';

/**
 * Removes the file of a failed backup, and retries for as long as the storage is unreachable. A plain job, because
 * nobody needs to follow it.
 */
export function removeLeftover({ storage }: { storage: StorageDriver }): JobHandler {
  return {
    kind: REMOVE_LEFTOVER,
    retryForever: true,
    run: ({ payload }) => storage.remove((payload as { key: string }).key),
  };
}
