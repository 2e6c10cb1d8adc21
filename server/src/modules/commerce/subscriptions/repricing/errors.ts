import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  price_change_already_announced: {
    code: 'CONFLICT',
    message: 'A price change of {plan} from {day} to {price} was already announced. Choose another day.',
  },
  price_change_needs_no_agreement: { code: 'CONFLICT', message: 'This price change no longer needs an agreement.' },
  new_price_declined: {
    code: 'CONFLICT',
    message:
      'This subscription ends because you did not agree to its new price. Order a new server, or contact support.',
  },
});

export const fieldErrors = defineFieldErrors({
  monthly_cap_invalid: 'is only for hourly prices and must be at least the hourly price.',
});
