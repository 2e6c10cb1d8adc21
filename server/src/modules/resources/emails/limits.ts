import { defineLimit } from '../../../kernel/limits/limit.ts';

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

/** What the mailboxes may hold together: the sum of their quotas. */
export const mailBytesLimit = defineLimit({
  name: 'mail_bytes',
  default: 500 * 1024 ** 3,
  what: 'mail',
  unit: 'bytes',
  advice: 'Lower the quota of a mailbox',
  counts: { list: 'email bytes' },
});

/** Kept by the mail server, which is told of it with every change of the domain. */
export const recipientsLimit = defineLimit({
  name: 'mail_recipients_per_hour',
  default: 200,
  what: 'recipients an hour',
  advice: 'Wait',
  each: 'mailbox',
});

export const emailLimits = [mailboxesLimit, aliasesLimit, forwardsLimit, mailBytesLimit, recipientsLimit];
