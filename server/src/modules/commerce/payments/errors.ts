import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  payment_fully_refunded: { code: 'CONFLICT', message: 'Payment {id} is already fully refunded.' },
  charges_not_stopped: { code: 'CONFLICT', message: 'Automatic charges of account {account_id} are not stopped.' },
  payment_of_another_account: { code: 'CONFLICT', message: 'This payment was recorded for another account.' },
});

export const fieldErrors = defineFieldErrors({
  payment_invoice_or_account: 'or an account is required, but not both.',
  in_the_future: 'must not be in the future.',
  payment_amount_not_whole: 'must be a whole number of minor units, from 1 to {max}.',
  driver_or_method: 'is required unless method_id is sent. Send only one of them.',
});
