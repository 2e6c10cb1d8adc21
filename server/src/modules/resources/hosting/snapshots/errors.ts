import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  snapshot_being_created: {
    code: 'CONFLICT',
    message: 'This snapshot is being created. Restore it once it is available.',
  },
  snapshot_being_restored: { code: 'CONFLICT', message: 'This snapshot is being restored already.' },
  snapshot_failed: { code: 'CONFLICT', message: 'This snapshot failed and has no content. Remove it.' },
  snapshot_changed_meanwhile: { code: 'CONFLICT', message: 'This snapshot was changed meanwhile. Try again.' },
  vps_has_snapshots: {
    code: 'CONFLICT',
    message: 'This server has {snapshots} and cannot be {done}: the snapshots would be lost. Remove them first.',
  },
  snapshot_busy: { code: 'CONFLICT', message: 'Work on this snapshot is in progress. Remove it when that has ended.' },
  engine_without_snapshots: {
    code: 'CONFLICT',
    message: 'The engine of this server does not support snapshots. Create a backup instead.',
  },
});
