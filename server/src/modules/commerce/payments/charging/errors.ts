import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  payment_provider_unreachable: {
    code: 'CONFLICT',
    message: 'The payment provider cannot be reached at the moment. Nothing was paid. Try again.',
  },
  invoice_cannot_be_charged_again: { code: 'CONFLICT', message: 'Invoice {number} cannot be charged again. {instead}' },
  charging_held: {
    code: 'CONFLICT',
    message: 'Billing is held. hostler doctor says why; hostler billing run --yes continues.',
  },
  payment_currency_differs: { code: 'CONFLICT', message: 'Payment {id} is in {currency}, and was made in {made}.' },
  payment_methods_not_saved: {
    code: 'CONFLICT',
    message: 'Payment methods of {provider} cannot be saved. Choose another provider.',
  },
  invoice_cannot_be_charged_now: {
    code: 'CONFLICT',
    message: 'Invoice {number} cannot be charged now. Another payment may be in progress: wait for it.',
  },
  invoice_payment_in_progress: {
    code: 'CONFLICT',
    message: 'A payment of invoice {number} is in progress. Wait for its result.',
  },
  payment_already_started: {
    code: 'CONFLICT',
    message: 'This payment was already started. See the list of payments for its result.',
  },
  invoice_authorised: {
    code: 'CONFLICT',
    message:
      'Your card is authorised for invoice {number}. It is charged when your order is approved. There is nothing to pay now.',
  },
  invoice_charged_too_often: {
    code: 'CONFLICT',
    message:
      'Invoice {number} was charged {max} times today without success. Pay by bank transfer, or contact support.',
  },
  invoice_on_hold: {
    code: 'CONFLICT',
    message: 'Invoice {number} is on hold while support checks whether it was already paid. Nothing is due now.',
  },
});
