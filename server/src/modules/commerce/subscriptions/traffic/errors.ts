import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  traffic_cap_of_cancelled: {
    code: 'CONFLICT',
    message: 'This subscription is cancelled. Its traffic cap cannot be changed.',
  },
});

export const fieldErrors = defineFieldErrors({
  traffic_cap_too_small: 'must be at least {min}: {price} is the price of a month.',
});
