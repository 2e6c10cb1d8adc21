import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  invoice_paid_while_cancelling: {
    code: 'CONFLICT',
    message: 'An invoice of this subscription was paid at this moment. Nothing was cancelled; try again.',
  },
});
