import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  too_many_mails_requested: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many mails were requested for this address or by you. Try again in an hour.',
  },
  email_in_use: {
    code: 'CONFLICT',
    message: 'The address {email} is now in use by another person. Choose another address.',
  },
  passkey_already_added: { code: 'CONFLICT', message: 'This passkey is already added.' },
  passkey_needs_name: {
    code: 'CONFLICT',
    message: 'Passkeys do not work with an IP address. Open the panel at {address} or at its public URL.',
  },
  too_many_passkeys: { code: 'CONFLICT', message: 'The limit of {max} passkeys is reached. Remove one first.' },
  operator_key_cannot_decide: {
    code: 'FORBIDDEN',
    message: 'An operator key cannot decide this. Sign in as an owner.',
  },
  not_a_staff_owner: { code: 'FORBIDDEN', message: '{who} is not a staff member with the role owner.' },
  own_factor_needed: {
    code: 'FORBIDDEN',
    message:
      'Staff change factors only after a sign-in with one. Sign in with your passkey, or with the password and a code.',
  },
  no_second_factor: { code: 'CONFLICT', message: 'This person has no second factor.' },
  removal_already_requested: {
    code: 'CONFLICT',
    message: 'The removal is already requested. It takes effect 24 hours after the request.',
  },
  totp_not_enabled: { code: 'CONFLICT', message: 'TOTP is not enabled.' },
  recovery_codes_need_totp: {
    code: 'CONFLICT',
    message: 'Recovery codes require an authenticator app. Set one up first.',
  },
  password_step_missing: { code: 'UNAUTHORIZED', message: 'Enter your e-mail address and password first.' },
  too_many_wrong_codes: {
    code: 'UNAUTHORIZED',
    message: 'Too many wrong codes. Enter your e-mail address and password again.',
  },
  passkey_unknown: { code: 'UNAUTHORIZED', message: 'This passkey is unknown, or the request expired. Try again.' },
  totp_secret_missing: {
    code: 'CONFLICT',
    message: 'There is no new TOTP secret, or it is more than 1 hour old. Create a new secret.',
  },
  totp_secret_replaced: {
    code: 'CONFLICT',
    message: 'The TOTP secret was replaced concurrently. Create a new secret.',
  },
});

export const fieldErrors = defineFieldErrors({
  email_is_current: 'is your current address. Enter a new one.',
  passkey_invalid: 'is not valid for you or was already used. Try again.',
  password_is_current: 'is your current password. Choose a new one.',
  password_or_passkey: 'is required unless passkey is sent. Send only one of them.',
  one_second_factor: 'is required unless recovery_code or passkey is sent. Send only one of them.',
  totp_code_wrong: 'is wrong or was already used. Wait for the next code.',
});
