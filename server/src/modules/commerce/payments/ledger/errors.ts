import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  credit_missing: {
    code: 'CONFLICT',
    message: 'Account {account_id} has no credit of {amount}; there is {balance}.',
  },
});
