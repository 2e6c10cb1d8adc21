import { Id, Resource } from '#kernel/schema.ts';
import { type TObject, type TProperties, Type } from '#kernel/type.ts';

/** Column with the name of the account, for lists of all accounts. */
export const ACCOUNT_NAME = '(select name from accounts where accounts.id = account_id) as account_name';

/** A row of a list of all accounts. */
export type Owned<Row> = Row & { account_id: number; account_name: string };

/** Describes a record together with its account and further fields, as staff see it. */
export function describeOwned<P extends TProperties, More extends TProperties = Record<never, never>>(
  title: string,
  { properties }: TObject<P>,
  more?: More,
) {
  return Resource(title, 'A record with its account.', {
    account_id: Id('Account.'),
    account_name: Type.String({ description: 'Name of the account.' }),
    ...properties,
    ...(more as More),
  });
}

/** Adds the account of a row to its record. */
export function withOwner<Record extends object>(row: Owned<object>, record: Record): Owned<Record> {
  return { account_id: row.account_id, account_name: row.account_name, ...record };
}
