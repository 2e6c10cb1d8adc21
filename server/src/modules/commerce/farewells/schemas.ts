import { DateTime, Line, Name, Nullable, OneOf, Resource, Text } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import { MAX_EMAIL } from '../../identity/people/index.ts';

export type FarewellKind = 'cancel' | 'withdraw';

/**
 * `marked`: the subscription ends with its period. `already`: it was set to end before. `ticket`: staff got a ticket in
 * the account. `unmatched`: no contract matched, and staff got a mail.
 */
export type Outcome = 'marked' | 'already' | 'ticket' | 'unmatched';

const who = {
  name: Name({ minLength: 1, maxLength: 200, description: 'Whose contract it is.', examples: ['Jo Doe'] }),
  email: Type.String({
    minLength: 1,
    maxLength: MAX_EMAIL,
    description: 'Where the receipt goes; the one on file for the contract to be found.',
    examples: ['jo@example.com'],
  }),
  contract: Line({
    minLength: 1,
    maxLength: 255,
    description: 'Number of the subscription or of an invoice, or the host name.',
    examples: ['INV-2026-000001'],
  }),
  reason: Type.Optional(Text({ maxLength: 4000, description: 'Where there is one to tell.' })),
};

export const CancelRequest = Type.Object({
  ...who,
  when: Type.Optional(
    Type.String({
      pattern: '^(period_end|[0-9]{4}-[0-9]{2}-[0-9]{2})$',
      default: 'period_end',
      description: '`period_end`, the end of what is paid for, or a day that staff get to read.',
      examples: ['period_end'],
    }),
  ),
});
export type CancelRequest = Static<typeof CancelRequest>;

export const WithdrawRequest = Type.Object(who);
export type WithdrawRequest = Static<typeof WithdrawRequest>;

export const Received = Resource('FarewellReceived', {
  received_at: DateTime('When it came; the receipt says so too.'),
});

export const DeclarationRequest = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'The part of the link behind the #.' }),
});

export const Declaration = Resource('FarewellDeclaration', {
  kind: OneOf(['cancel', 'withdraw'], { description: 'Whether it is a cancellation or a withdrawal.' }),
  name: Type.String({ description: 'The name that was given.', examples: ['Jo Doe'] }),
  email: Type.String({ description: 'The e-mail address that was given.', examples: ['jo@example.com'] }),
  contract: Type.String({ description: 'The contract that was named.', examples: ['INV-2026-000001'] }),
  reason: Nullable(Type.String({ description: 'The reason, if one was given.', examples: ['I move.'] })),
  wished_end: Nullable(
    Type.String({
      description: 'The day on which the contract is to end; null for the end of the paid period.',
      examples: [null],
    }),
  ),
  received_at: DateTime('When the declaration was received.'),
});

export const ObjectRequest = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100, description: 'What stands behind the # of the link.' }),
});

export const Objected = Resource('FarewellObjected', {
  subscription: Type.String({ description: 'What goes on.', examples: ['VPS S (shop.example.com)'] }),
});
