import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  too_many_declarations: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many declarations at the moment. Try again in an hour, or contact support.',
  },
});

export const fieldErrors = defineFieldErrors({
  cancellation_date_invalid: 'must be period_end, or a date like 2026-12-31.',
});
