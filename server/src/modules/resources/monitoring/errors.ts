import { defineFieldErrors } from '#kernel/define-errors.ts';

export const fieldErrors = defineFieldErrors({
  alert_filters_exclude: 'is given beside {other}; give one of them.',
});
