import { Id, Nullable, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { webhookFields } from './schemas.ts';

/** More waiting deliveries are not counted. */
export const MOST_COUNTED = 1_000;

export const StaffWebhook = Resource('StaffWebhook', 'A webhook of a customer, with the state of its deliveries.', {
  account_id: Id('Identifier of the account.'),
  account_name: Type.String({ description: 'Name of the account.', examples: ['Example Ltd'] }),
  ...webhookFields,
  pending_deliveries: Type.Integer({
    minimum: 0,
    description: `Deliveries that wait, counted up to ${MOST_COUNTED.toLocaleString('en')}.`,
    examples: [3],
  }),
  last_status: Nullable(
    Type.Integer({
      description:
        'HTTP status of the last failed attempt; null if there was no response or the last delivery succeeded.',
      examples: [500],
    }),
  ),
  last_error: Nullable(Type.String({ description: 'Error of the last failed attempt; null if there was a response.' })),
});
export type StaffWebhook = Static<typeof StaffWebhook>;
