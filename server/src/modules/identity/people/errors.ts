import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  account_suspended: {
    code: 'FORBIDDEN',
    message:
      'This account is suspended: {reason} You can still sign in to the panel, read, pay and write tickets. To reach us, open a ticket.',
  },
  account_in_review: {
    code: 'FORBIDDEN',
    message: 'Available after we have reviewed this account. Until then it can read and write tickets.',
  },
  first_payment_missing: {
    code: 'FORBIDDEN',
    message:
      'Available after your first payment. Until then this account can read, order, pay, write tickets and use the sandbox.',
  },
  first_payment_missing_with_server: {
    code: 'FORBIDDEN',
    message:
      'Available after your first payment. Until then this account can read, order, pay, write tickets, use its servers and use the sandbox.',
  },
  not_an_email: { code: 'VALIDATION_ERROR', message: '{text} is not an e-mail address.' },
  invitation_for_another: {
    code: 'FORBIDDEN',
    message: 'This invitation is for another e-mail address. Sign out, then open the link again.',
  },
  you_are_already_member: { code: 'CONFLICT', message: 'You are already a member of this account.' },
  sign_in_for_invitation: { code: 'UNAUTHORIZED', message: 'Sign in as {email} first, then accept the invitation.' },
  person_added_concurrently: {
    code: 'CONFLICT',
    message: 'A person with the address {email} was added concurrently. Try again.',
  },
  already_member: { code: 'CONFLICT', message: '{email} is already a member of this account.' },
  scope_unknown: { code: 'INVALID_SCOPES', message: '{scope} is not a scope.' },
  id_or_invitation_missing: { code: 'MISSING_ID', message: 'The parameter id or invitation_id is missing.' },
  too_many_invitations: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many invitations were sent in the last hour. Try again later.',
  },
  no_offer_of_ownership: {
    code: 'CONFLICT',
    message: 'There is no offer of ownership for you in this account. Ask an owner to offer it.',
  },
  only_owner_of_account: {
    code: 'CONFLICT',
    message: 'This person is the only owner of the account. Make another member an owner first.',
  },
  last_staff_owner: {
    code: 'CONFLICT',
    message: 'This is the last staff member with the role owner. Give another person the role owner first.',
  },
});

export const fieldErrors = defineFieldErrors({
  too_few_different_characters: 'must have at least four different characters.',
  email_malformed: 'must be like jo@example.com.',
  email_rejects_mail: 'is an address that rejects mail. Use another address.',
  scopes_not_of_keys: 'must be scopes of API keys.',
  right_reserved_for_owners: 'cannot include {right}, which is reserved for owners.',
});
