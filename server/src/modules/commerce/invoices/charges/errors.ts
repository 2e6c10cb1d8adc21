import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  charge_amount_too_large: {
    code: 'CONFLICT',
    message: 'The amount of a charge must be a whole number of minor units, at most {max}.',
  },
});

export const fieldErrors = defineFieldErrors({
  due_date_past: 'must not be before today.',
  charge_amount_not_whole: 'must be a whole number of minor units, like 990 or -990.',
  charge_currency_required: 'is required, like EUR: the account has no currency yet.',
  quantity_out_of_range: 'must be 1 to 1000000.',
});
