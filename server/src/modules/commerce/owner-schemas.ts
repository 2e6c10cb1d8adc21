import { Id, Nullable } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

/** Fields of a record that belongs to one customer, in staff lists. */
export const OwnedBy = {
  account_id: Id('Account of the record.'),
  account_name: Nullable(Type.String({ description: 'Name of the account.', examples: ['Larkspur GmbH'] })),
};

/** Fields of a record that may belong to no customer. */
export const MaybeOwnedBy = {
  account_id: Nullable(Id('Account of the record; null if it belongs to none.')),
  account_name: OwnedBy.account_name,
};
