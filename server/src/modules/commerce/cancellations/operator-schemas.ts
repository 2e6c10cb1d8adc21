import { DateTime, Id, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';
import { MaybeOwnedBy } from '../owner-schemas.ts';
import { CANCELLATION_KINDS, OUTCOMES } from './schemas.ts';

const text = (description: string) => Type.String({ description });

export const PublicCancellation = Resource(
  'PublicCancellation',
  'A cancellation or withdrawal that was sent on a public page.',
  {
    id: OwnId,
    kind: OneOf(CANCELLATION_KINDS, { description: 'Type of the declaration.' }),
    name: text('Name of the sender.'),
    email: text('E-mail address of the sender.'),
    contract: text('The contract, as the sender named it.'),
    reason: Nullable(text('Reason of the sender.')),
    wished_end: Nullable(text('Day on which the contract should end; null for the earliest possible.')),
    received_at: DateTime('Time of receipt.'),
    ...MaybeOwnedBy,
    subscription_id: Nullable(Id('The subscription; null if none was found.')),
    outcome: Nullable(OneOf(OUTCOMES, { description: 'Result; null while it is processed.' })),
    object_until: Nullable(DateTime('Until then the customer can object.')),
    objected_at: Nullable(DateTime('Time of the objection.')),
  },
);
