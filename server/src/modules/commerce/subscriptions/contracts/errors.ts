import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  contract_not_delivered: {
    code: 'CONFLICT',
    message: '{name} is an order that is not delivered, and cannot be kept.',
  },
});
