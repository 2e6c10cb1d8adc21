import { defineList, foldForSearch, type Page, type PageRequest, type Query, sql } from '@hostler/database';
import { HOSTING_ORDERS } from '../schemas.ts';
import { SHOWN_COLUMNS, type ShownHosting } from '../shown.ts';
import { type HostingRow, hosting } from '../store.ts';

/** Description of a VPS by its customer. The engine does not know it. */
export type Properties = Pick<HostingRow, 'label' | 'tags' | 'note' | 'protected_at'>;

const CHANGE = sql<
  Properties & { search_text: string; account_id: number; id: number; revision: number; now: number },
  HostingRow
>(
  `update hosting set label = :label, tags = :tags, note = :note, protected_at = :protected_at,
     search_text = :search_text, revision = revision + 1, updated_at = :now
   where account_id = :account_id and id = :id and revision = :revision returning ${hosting.columns}`,
);
const DROP_TAGS = sql<{ account_id: number; hosting_id: number }>(
  'delete from hosting_tags where account_id = :account_id and hosting_id = :hosting_id',
);
const ADD_TAG = sql<{ account_id: number; hosting_id: number; tag: string }>(
  `insert into hosting_tags (account_id, hosting_id, tag) values (:account_id, :hosting_id, :tag)
   on conflict (account_id, tag, hosting_id) do nothing`,
);

/** Changes a VPS. Returns undefined if it was changed concurrently. */
export function* changeProperties(
  accountId: number,
  row: HostingRow,
  changes: Partial<Properties>,
  now: number,
): Query<HostingRow | undefined> {
  const { label, tags, note, protected_at } = { ...row, ...changes };
  const changed = yield* CHANGE.one({
    ...{ label, tags, note, protected_at, now },
    search_text: foldForSearch(row.hostname, label),
    account_id: accountId,
    id: row.id,
    revision: row.revision,
  });
  if (changed && changed.tags !== row.tags) yield* replaceTags(accountId, changed);
  return changed;
}

/** Updates the rows of the filter to the tags of a VPS. */
export function* replaceTags(accountId: number, { id, tags }: Pick<HostingRow, 'id' | 'tags'>): Query<void> {
  yield* DROP_TAGS.run({ account_id: accountId, hosting_id: id });
  for (const tag of JSON.parse(tags) as string[]) {
    yield* ADD_TAG.run({ account_id: accountId, hosting_id: id, tag });
  }
}

/** Counted on demand: an account has few servers with one tag. */
const LIST_TAGGED = defineList<ShownHosting>({
  columns: SHOWN_COLUMNS,
  few: true,
  orders: HOSTING_ORDERS,
  strands: [
    {
      table: 'hosting',
      keys: { account_id: ':account_id' },
      where: 'id in (select hosting_id from hosting_tags where account_id = :account_id and tag = :tag)',
      searchable: true,
    },
  ],
});

export function listTagged(accountId: number, page: PageRequest, tag: string): Query<Page<ShownHosting>> {
  return LIST_TAGGED(accountId, page, { parameters: { tag } });
}
