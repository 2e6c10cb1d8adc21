import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';

export const MAILBOX_STATUSES = ['active', 'suspended'] as const;
export type MailboxStatus = (typeof MAILBOX_STATUSES)[number];
export const SUSPENDERS = ['customer', 'staff'] as const;
export type Suspender = (typeof SUSPENDERS)[number];

const QUOTA = { min: 10, max: 102_400, default: 1_024 };
export const DEFAULT_QUOTA_MB = QUOTA.default;
const MAX_ADDRESS = 320;
/** Of one mailbox; how many an account may have is a limit. */
const MAX_ALIASES = 50;
const MAX_FORWARDS = 20;

const mailboxFields = {
  id: Id('Assigned by the service.'),
  address: Type.String({ description: 'Lower case, the domain in punycode.', examples: ['jo@example.com'] }),
  domain_id: Id('The domain it is on.'),
  status: OneOf(MAILBOX_STATUSES, {
    description: 'A suspended mailbox lets nobody sign in or send, and forwards nothing; what comes in is kept.',
  }),
  suspended_by: Nullable(
    OneOf(SUSPENDERS, { description: 'Who suspended it; what staff suspended, staff alone resume.' }),
  ),
  quota_mb: Type.Integer({ description: 'How much mail it holds, in MiB.', examples: [QUOTA.default] }),
  used_mb: Type.Integer({ description: 'How much it held when last measured, in MiB, rounded up.', examples: [12] }),
  aliases: Type.Array(Type.String({ examples: ['info@example.com'] }), {
    description: 'Other addresses that lead to it; `*@example.com` gets what no other address does.',
  }),
  forward_to: Type.Array(Type.String({ examples: ['jo@example.net'] }), {
    description: 'Where its mail is sent on to.',
  }),
  keep_copy: Type.Boolean({ description: 'Whether what is forwarded is also kept here.', examples: [true] }),
  created_at: DateTime('When it was made.'),
};

export const Mailbox = Resource('Mailbox', mailboxFields);
export type Mailbox = Static<typeof Mailbox>;

const GeneratedPassword = Nullable(
  Type.String({
    description: 'The generated one, shown this once; null where you gave one.',
    examples: ['yTq5wfJ3bXc9LmR2kVhZ'],
  }),
);

export const MailboxWithPassword = Resource('MailboxWithPassword', { ...mailboxFields, password: GeneratedPassword });

const Password = Line({
  minLength: 10,
  maxLength: 128,
  description: 'From 10 to 128 characters; one of 20 letters and digits is made where none is given.',
  examples: ['correct horse battery staple'],
});
const Quota = (keywords = {}) =>
  Type.Integer({
    minimum: QUOTA.min,
    maximum: QUOTA.max,
    description: 'How much mail it may hold, in MiB.',
    examples: [QUOTA.default],
    ...keywords,
  });
const Aliases = Type.Array(Line({ minLength: 3, maxLength: MAX_ADDRESS, description: 'An address of the domain.' }), {
  maxItems: MAX_ALIASES,
  description:
    'Other addresses of the same domain that lead to it. `*@example.com` is the catch-all: it gets what no other address does.',
  examples: [['info@example.com']],
});
const Forwards = Type.Array(Line({ minLength: 3, maxLength: MAX_ADDRESS, description: 'An address anywhere.' }), {
  maxItems: MAX_FORWARDS,
  description: 'Addresses anywhere that its mail is sent on to. They must not lead back to it.',
  examples: [['jo@example.net']],
});
const KeepCopy = (keywords = {}) =>
  Type.Boolean({ description: 'Whether what is forwarded is also kept here.', examples: [true], ...keywords });

export const NewMailbox = Type.Object({
  address: Line({
    minLength: 3,
    maxLength: MAX_ADDRESS,
    description:
      'On a domain of the account: letters, digits, dots, hyphens and underscores before the @. Mail to `jo+anything` reaches `jo`.',
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
  status: Type.Optional(OneOf(MAILBOX_STATUSES, { description: 'Suspends it, or resumes what you suspended.' })),
});
export type MailboxChange = Static<typeof MailboxChange>;

export const NewPassword = Type.Object({ password: Type.Optional(Password) });

export const MailboxFilters = Type.Object({ domain_id: Type.Optional(Id('Those of one domain.')) });
