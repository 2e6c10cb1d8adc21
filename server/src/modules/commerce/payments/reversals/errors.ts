import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  payment_nothing_to_take_back: {
    code: 'CONFLICT',
    message: 'Payment {id} is {status}. There is nothing to reverse.',
  },
});
