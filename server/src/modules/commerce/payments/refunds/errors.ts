import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  payment_not_succeeded: {
    code: 'CONFLICT',
    message: 'Payment {id} is {status}; only what has succeeded can be refunded.',
  },
  refund_too_large: { code: 'CONFLICT', message: 'Of payment {id} only {left} {currency} can be refunded.' },
  refund_invoice_not_paid: {
    code: 'CONFLICT',
    message:
      'Invoice {number} is not paid in full: what is due of it goes first, and {due} is. Credit it first, or refund less.',
  },
  refund_credit_used: {
    code: 'CONFLICT',
    message: '{left} of payment {id} is credit that paid other invoices. Credit those first.',
  },
});
