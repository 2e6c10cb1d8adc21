import { DateTime, Line, Name, Nullable, OneOf, Resource, Text } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { MAX_EMAIL } from '../../identity/people/index.ts';

export const CANCELLATION_KINDS = ['cancel', 'withdraw'] as const;
export type CancellationKind = (typeof CANCELLATION_KINDS)[number];

/**
 * `marked`: the subscription ends with its period. `already`: it was set to end before. `ticket`: staff got a ticket in
 * the account. `unmatched`: no contract matched, and staff got a mail.
 */
export const OUTCOMES = ['marked', 'already', 'ticket', 'unmatched'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const who = {
  name: Name({ minLength: 1, maxLength: 200, description: 'Name of the customer.', examples: ['Jo Doe'] }),
  email: Type.String({
    minLength: 1,
    maxLength: MAX_EMAIL,
    description: 'E-mail address for the receipt. To match a contract, use the address that is stored for it.',
    examples: ['jo@example.com'],
  }),
  contract: Line({
    minLength: 1,
    maxLength: 255,
    description: 'Number of the subscription or of an invoice, or the hostname.',
    examples: ['INV-2026-000001'],
  }),
  reason: Type.Optional(Text({ maxLength: 4000, description: 'Reason of the declaration.' })),
};

export const CancelRequest = Type.Object({
  ...who,
  when: Type.Optional(
    Type.String({
      pattern: '^(period_end|[0-9]{4}-[0-9]{2}-[0-9]{2})$',
      default: 'period_end',
      description: '`period_end` for the end of the paid period, or a date, which is forwarded to staff.',
      examples: ['period_end'],
    }),
  ),
});
export type CancelRequest = Static<typeof CancelRequest>;

export const WithdrawRequest = Type.Object(who);
export type WithdrawRequest = Static<typeof WithdrawRequest>;

export const Received = Resource('FarewellReceived', 'The receipt of a declaration.', {
  received_at: DateTime('Time of receipt, as in the confirmation mail.'),
});

export const DeclarationRequest = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'Token of the link: the part after the #.' }),
});

export const Declaration = Resource(
  'FarewellDeclaration',
  'A cancellation or withdrawal that was declared without signing in.',
  {
    kind: OneOf(['cancel', 'withdraw'], { description: 'Type of the declaration.' }),
    name: Type.String({ description: 'Given name of the customer.', examples: ['Jo Doe'] }),
    email: Type.String({ description: 'Given e-mail address.', examples: ['jo@example.com'] }),
    contract: Type.String({ description: 'Given contract.', examples: ['INV-2026-000001'] }),
    reason: Nullable(Type.String({ description: 'Given reason; null if there was none.', examples: ['I move.'] })),
    wished_end: Nullable(
      Type.String({
        description: 'Requested end date; null for the end of the paid period.',
        examples: [null],
      }),
    ),
    received_at: DateTime('Time of receipt.'),
  },
);

export const ObjectRequest = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'Token of the link: the part after the #.' }),
});

export const Objected = Resource('FarewellObjected', 'A subscription whose cancellation was revoked.', {
  subscription: Type.String({
    description: 'Product name of the subscription that continues.',
    examples: ['VPS S (shop.example.com)'],
  }),
});
