import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  account_not_waiting: { code: 'CONFLICT', message: 'This account is not waiting for approval.' },
});
