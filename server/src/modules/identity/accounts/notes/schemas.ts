import { CreatedAt, Id, Nullable, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const AccountNote = Resource('AccountNote', 'A staff note about a customer. Customers never see it.', {
  id: OwnId,
  account_id: Id('Account of the customer.'),
  author_id: Nullable(Id('Staff member who wrote it; null for the command line and for operator keys.')),
  author_name: Type.String({ description: 'Name of the author at that time.', examples: ['Jo Doe'] }),
  text: Type.String({ description: 'Text of the note.', examples: ['Prefers to be called after 4 pm.'] }),
  created_at: CreatedAt,
});
export type AccountNote = Static<typeof AccountNote>;
