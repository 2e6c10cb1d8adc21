import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  sign_up_disabled: { code: 'FORBIDDEN', message: 'Sign-up is disabled. Ask for an invitation.' },
  sign_up_not_open: {
    code: 'FORBIDDEN',
    message: 'Sign-up is not open yet. Ask for an invitation, or try again later.',
  },
  too_many_sign_ups: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many sign-ups at the moment. Try again in an hour.' },
});

export const fieldErrors = defineFieldErrors({
  password_of_sign_up_needed: 'is needed: you signed up in another browser.',
  company_required: 'is required for a business.',
  terms_not_accepted: 'must be {version}. Read and accept the terms.',
});
