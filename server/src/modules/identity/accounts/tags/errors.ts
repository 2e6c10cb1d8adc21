import { defineFieldErrors } from '#kernel/define-errors.ts';

export const fieldErrors = defineFieldErrors({
  too_many_tags: 'would exceed the {max} tags of an account.',
});
