import { CreatedAt, DateTime, Id, Line, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const MAILBOX_STATUSES = ['active', 'suspended'] as const;
export type MailboxStatus = (typeof MAILBOX_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const MAILBOX_ORDERS = { created_at: 'id', address: '{folded address}', status: 'status' } as const;
export const SUSPENDERS = ['customer', 'staff'] as const;
export type Suspender = (typeof SUSPENDERS)[number];

const QUOTA = { min: 10, max: 102_400, default: 1_024 };
export const DEFAULT_QUOTA_MB = QUOTA.default;
const MAX_ADDRESS = 320;
/** Maximum per mailbox. The maximum per account is a limit. */
const MAX_ALIASES = 50;
const MAX_FORWARDS = 20;

const mailboxFields = {
  id: OwnId,
  address: Type.String({
    description: 'E-mail address in lower case, with the domain in punycode.',
    examples: ['jo@example.com'],
  }),
  domain_id: Id('Domain of the mailbox.'),
  status: OneOf(MAILBOX_STATUSES, {
    description:
      'Status of the mailbox. A suspended mailbox receives mail, but cannot be signed in to, cannot send and does not forward.',
  }),
  suspended_by: Nullable(
    OneOf(SUSPENDERS, {
      description:
        'Originator of the suspension; null if the mailbox is active. Only staff can resume a mailbox that staff suspended.',
    }),
  ),
  quota_mb: Type.Integer({ description: 'Maximum size of the mailbox in MiB.', examples: [QUOTA.default] }),
  used_mb: Type.Integer({ description: 'Size at the last measurement in MiB, rounded up.', examples: [12] }),
  aliases: Type.Array(Type.String({ examples: ['info@example.com'] }), {
    description:
      'Other addresses that deliver to the mailbox. `*@example.com` is a catch-all for addresses that do not exist.',
  }),
  forward_to: Type.Array(Type.String({ examples: ['jo@example.net'] }), {
    description: 'Addresses that mail is forwarded to.',
  }),
  keep_copy: Type.Boolean({ description: 'True if forwarded mail is also kept in the mailbox.', examples: [true] }),
  created_at: CreatedAt,
};

export const Mailbox = Resource('Mailbox', 'A mailbox.', mailboxFields);
export type Mailbox = Static<typeof Mailbox>;

export const StaffMailbox = Resource('StaffMailbox', 'A mailbox for staff.', {
  ...mailboxFields,
  suspended_at: Nullable(DateTime('Time of the suspension; null if the mailbox is active.')),
});

const GeneratedPassword = Nullable(
  Type.String({
    description: 'Generated password, returned once; null if you chose the password.',
    examples: ['yTq5wfJ3bXc9LmR2kVhZ'],
  }),
);

export const MailboxWithPassword = Resource('MailboxWithPassword', 'A mailbox with its generated password.', {
  ...mailboxFields,
  password: GeneratedPassword,
});

const Password = Line({
  minLength: 10,
  maxLength: 128,
  description: 'Password with 10 to 128 characters. Default: a generated password of 20 letters and digits.',
  examples: ['correct horse battery staple'],
});
const Quota = (keywords = {}) =>
  Type.Integer({
    minimum: QUOTA.min,
    maximum: QUOTA.max,
    description: 'Maximum size of the mailbox in MiB.',
    examples: [QUOTA.default],
    ...keywords,
  });
const Aliases = Type.Array(Line({ minLength: 3, maxLength: MAX_ADDRESS, description: 'Address on the same domain.' }), {
  maxItems: MAX_ALIASES,
  description:
    'Other addresses on the same domain that deliver to the mailbox. `*@example.com` is a catch-all for addresses that do not exist.',
  examples: [['info@example.com']],
});
const Forwards = Type.Array(Line({ minLength: 3, maxLength: MAX_ADDRESS, description: 'Address on any domain.' }), {
  maxItems: MAX_FORWARDS,
  description: 'Addresses on any domain that mail is forwarded to. They must not forward back to the mailbox.',
  examples: [['jo@example.net']],
});
const KeepCopy = (keywords = {}) =>
  Type.Boolean({ description: 'True if forwarded mail is also kept in the mailbox.', examples: [true], ...keywords });

export const NewMailbox = Type.Object({
  address: Line({
    minLength: 3,
    maxLength: MAX_ADDRESS,
    description:
      'Address on a domain of the account. The part before the @ consists of letters, digits, dots, hyphens and underscores. Mail to `jo+anything` is delivered to `jo`.',
    examples: ['jo@example.com'],
  }),
  password: Type.Optional(Password),
  quota_mb: Type.Optional(Quota({ default: QUOTA.default })),
  aliases: Type.Optional(Aliases),
  forward_to: Type.Optional(Forwards),
  keep_copy: Type.Optional(KeepCopy({ default: true })),
});
export type NewMailbox = Static<typeof NewMailbox>;

export const MailboxChange = Type.Object({
  quota_mb: Type.Optional(Quota()),
  aliases: Type.Optional(Aliases),
  forward_to: Type.Optional(Forwards),
  keep_copy: Type.Optional(KeepCopy()),
  status: Type.Optional(
    OneOf(MAILBOX_STATUSES, { description: 'New status: `suspended` suspends the mailbox, `active` resumes it.' }),
  ),
});
export type MailboxChange = Static<typeof MailboxChange>;

export const NewPassword = Type.Object({ password: Type.Optional(Password) });

export const MailboxFilters = Type.Object({ domain_id: Type.Optional(Id('Returns only mailboxes on this domain.')) });
