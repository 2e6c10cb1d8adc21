import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  payment_signature_invalid: {
    code: 'BAD_REQUEST',
    message: 'The signature of the payment provider is missing or invalid.',
  },
});
