import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  payment_not_succeeded: {
    code: 'CONFLICT',
    message: 'Payment {id} is {status}. Only a payment that succeeded can be refunded.',
  },
  refund_too_large: { code: 'CONFLICT', message: 'Only {left} of payment {id} can be refunded.' },
  refund_invoice_not_paid: {
    code: 'CONFLICT',
    message: 'Invoice {number} is not paid in full: {due} is still due. Credit the invoice first, or refund less.',
  },
  refund_credit_used: {
    code: 'CONFLICT',
    message: '{left} of payment {id} is credit that paid other invoices. Credit those first.',
  },
});
