import { DateTime, OwnId, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

export const ClosedAccount = Resource('ClosedAccount', 'An account that was closed.', {
  id: OwnId,
  name: Type.String({ description: 'Name of the account.', examples: ['Example Ltd'] }),
  cancelled_subscriptions: Type.Integer({ description: 'Subscriptions that were cancelled with it.', examples: [1] }),
  closed_at: DateTime('Time of the closing.'),
});
