import { defineLimit } from '#kernel/limits/limit.ts';

export const mailboxesLimit = defineLimit({
  name: 'mailboxes',
  default: 500,
  what: 'mailboxes',
  advice: 'Remove one',
  counts: { list: 'emails' },
});

export const aliasesLimit = defineLimit({
  name: 'email_aliases',
  default: 1_000,
  what: 'aliases of mailboxes',
  advice: 'Take one out',
  counts: { list: 'email aliases' },
});

export const forwardsLimit = defineLimit({
  name: 'email_forwards',
  default: 500,
  what: 'addresses that mailboxes forward to',
  advice: 'Take one out',
  counts: { list: 'email forwards' },
});

/** Limits the sum of the quotas of all mailboxes. */
export const mailBytesLimit = defineLimit({
  name: 'mail_bytes',
  default: 500 * 1024 ** 3,
  what: 'mail',
  unit: 'bytes',
  advice: 'Lower the quota of a mailbox',
  counts: { list: 'email bytes' },
});

/** Enforced by the mail server, which receives the limit with every change of the domain. */
export const recipientsLimit = defineLimit({
  name: 'mail_recipients_per_hour',
  default: 200,
  what: 'recipients an hour',
  advice: 'Wait',
  each: 'mailbox',
});

export const emailLimits = [mailboxesLimit, aliasesLimit, forwardsLimit, mailBytesLimit, recipientsLimit];
