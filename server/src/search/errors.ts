import { defineFieldErrors } from '#kernel/define-errors.ts';

export const fieldErrors = defineFieldErrors({
  search_text_length: 'must have {min} to {max} characters.',
});
