import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  payout_already_paid: {
    code: 'CONFLICT',
    message: 'Payout {id} is already recorded as paid. Do not transfer it again.',
  },
});
