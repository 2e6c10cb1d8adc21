import { defineErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  too_many_sign_in_attempts: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many attempts to sign in. Try again in {seconds} seconds.',
  },
  confirmation_missing: {
    code: 'CONFIRMATION_REQUIRED',
    message: 'A password confirmation is required. Enter your password again, then repeat the request.',
  },
  session_missing: { code: 'UNAUTHORIZED', message: 'There is no session, or it has ended. Sign in first.' },
  password_wrong: { code: 'VALIDATION_ERROR', message: 'The password is wrong.' },
  sign_in_failed: { code: 'UNAUTHORIZED', message: 'The e-mail address or the password is wrong.' },
  environment_of_token_not_served: {
    code: 'ENVIRONMENT_MISMATCH',
    message: 'This host does not serve the environment {environment}.',
  },
});
