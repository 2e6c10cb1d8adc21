import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  vps_already_suspended: { code: 'CONFLICT', message: 'This server is already suspended for this cause ({cause}).' },
  vps_not_suspended_for: {
    code: 'CONFLICT',
    message: 'This server is {status}; it has no suspension for this cause ({cause}).',
  },
  vps_cannot_be_suspended: { code: 'CONFLICT', message: 'This server is {status}; it cannot be suspended.' },
});
