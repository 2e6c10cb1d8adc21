import { defineFieldErrors } from '#kernel/define-errors.ts';

export const fieldErrors = defineFieldErrors({
  adoption_columns_missing: 'needs a first line with the columns instance and account.',
  adoption_without_lines: 'has no lines after the first.',
});
