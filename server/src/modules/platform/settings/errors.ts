import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  settings_changed_meanwhile: {
    code: 'CONFLICT',
    message: '{names}: changed by another person since you opened this page. Reload the page and try again.',
  },
});

export const fieldErrors = defineFieldErrors({
  setting_missing: 'is missing. Send at least one setting.',
});
