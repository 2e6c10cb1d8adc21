import { defineFieldErrors } from '#kernel/define-errors.ts';

export const fieldErrors = defineFieldErrors({
  backup_filters_exclude: 'is given beside {other}; nothing is of both.',
});
