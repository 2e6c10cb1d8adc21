import type { JobHandler } from '#kernel/jobs/worker.ts';
import type { Target } from '../backup-kind.ts';
import type { BackupKinds } from '../kinds.ts';

export const CLEAR_DRILL = 'backups.clear-drill';

/**
 * Deletes the copy of a drill after its end, whatever the result, and retries for as long as the engine is unreachable.
 * A plain job, because nobody needs to follow it.
 */
export function clearDrill({ kinds }: { kinds: BackupKinds }): JobHandler {
  return {
    kind: CLEAR_DRILL,
    retryForever: true,
    async run({ payload }) {
      const { target } = payload as { target: Target };
      await kinds.of(target).drill?.clear(target);
    },
  };
}
