import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  snapshot_not_available: {
    code: 'CONFLICT',
    message: 'This snapshot is {status}. Only an available snapshot can become a server.',
  },
});

export const fieldErrors = defineFieldErrors({
  backup_and_snapshot: 'must be omitted if snapshot_id is sent.',
});
