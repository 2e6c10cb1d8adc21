import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  too_many_mail_passwords: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'This account sets {max} passwords of mailboxes already at this moment. Try again in a second.',
  },
  mail_address_missing: { code: 'BAD_REQUEST', message: 'The body has no e-mail address. Send it as EMailAddress.' },
  removed_mailboxes_pending: {
    code: 'CONFLICT',
    message: 'The mail server is still deleting {max} removed mailboxes of this domain. Try again later.',
  },
  too_many_addresses_of_domain: {
    code: 'CONFLICT',
    message: 'The limit of {max} addresses per domain, including aliases, is reached. Remove some first.',
  },
  catch_all_would_loop: {
    code: 'CONFLICT',
    message:
      'The catch-all {address} forwards to an address that it would then receive itself. Change its forwarding first.',
  },
  mailbox_suspended_by_staff: {
    code: 'CONFLICT',
    message: 'Staff suspended this mailbox, and only staff can resume it. Open a ticket.',
  },
  mail_address_taken: {
    code: 'CONFLICT',
    message: 'The address {address} is already a mailbox or an alias. Choose another one.',
  },
});

export const fieldErrors = defineFieldErrors({
  mail_address_malformed:
    'must be an address with letters, digits, dots, hyphens and underscores before the @, like jo@example.com.',
  alias_malformed:
    'must be an address with letters, digits, dots, hyphens and underscores before the @, like jo@example.com, or *@example.com.',
  forward_malformed: 'must be an e-mail address, like jo@example.net.',
  alias_of_another_domain: 'must be an address of {domain}.',
  alias_is_mailbox: 'is the address of the mailbox itself.',
  address_repeated: 'is the same as {other}.',
  forwards_too_far: 'must not forward to more than {max} addresses in total, including those of other mailboxes.',
  forwards_back: 'forwards back to {address}. Remove this address.',
});
