import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  coupon_code_taken: {
    code: 'CONFLICT',
    message: 'Coupon code {code} already exists, possibly of an ended coupon. Choose another code.',
  },
});

export const fieldErrors = defineFieldErrors({
  coupon_unknown: 'is not known.',
  coupon_expired: 'has expired.',
  coupon_used_up: 'is used up.',
  coupon_of_another_currency: 'is only valid for prices in {currency}.',
  coupon_not_for_plan: 'is not valid for this plan.',
  coupon_already_used: 'was already used by this account.',
  coupon_code_malformed: 'must be 3 to 40 letters, digits, - and _.',
  plan_unknown: 'does not name an existing plan.',
  coupon_percent_or_amount: 'or an amount is required, but not both.',
});
