import { type Query, sql } from '@hostler/database';

interface TagRow {
  account_id: number;
  tag: string;
}

const ADD = sql<TagRow>(
  'insert into account_tags (account_id, tag) values (:account_id, :tag) on conflict (account_id, tag) do nothing',
);
const REMOVE = sql<TagRow>('delete from account_tags where account_id = :account_id and tag = :tag');
const SEVERAL = sql<{ ids: string }, TagRow>(
  'select account_id, tag from account_tags where account_id {in :ids} order by account_id, tag',
);
const USED = sql<{ limit: number }, { tag: string; accounts: number }>(
  'select tag, count(*) as accounts from account_tags group by tag order by tag limit :limit',
);

export const addTag = (accountId: number, tag: string) => ADD.run({ account_id: accountId, tag });
export const removeTag = (accountId: number, tag: string) => REMOVE.run({ account_id: accountId, tag });

/** Returns the tags of some accounts, each in alphabetical order. */
export function* readTags(ids: readonly number[]): Query<Map<number, string[]>> {
  const found = new Map<number, string[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  for (const { account_id, tag } of yield* SEVERAL.all({ ids: JSON.stringify(ids) })) found.get(account_id)?.push(tag);
  return found;
}

export function* tagsOf(accountId: number): Query<string[]> {
  return (yield* readTags([accountId])).get(accountId) ?? [];
}

/** Lists the tags that are in use. */
export const listUsedTags = (limit: number) => USED.all({ limit });
