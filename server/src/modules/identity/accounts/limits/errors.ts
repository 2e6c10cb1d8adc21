import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  limits_malformed: { code: 'BAD_REQUEST', message: '--set: {problem}' },
});

export const fieldErrors = defineFieldErrors({
  limits_unknown: 'must name existing limits.',
});
