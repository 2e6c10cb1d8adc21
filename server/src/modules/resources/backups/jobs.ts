import type { StorageDriver } from '../../../engines/storage/driver.ts';
import type { JobHandler } from '../../../kernel/jobs/worker.ts';

export const REMOVE_LEFTOVER = 'backups.remove-leftover';

/** Sees to it that a failed backup leaves no file, however long the storage is away; nobody needs to follow it. */
export function removeLeftover({ storage }: { storage: StorageDriver }): JobHandler {
  return {
    kind: REMOVE_LEFTOVER,
    retryForever: true,
    run: ({ payload }) => storage.remove((payload as { key: string }).key),
  };
}
