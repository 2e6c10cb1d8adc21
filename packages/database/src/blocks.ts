import { SIMULATED_ID_FLOOR } from './database.ts';
import type { Migration } from './migrate.ts';
import { type Query, sql } from './query.ts';

/**
 * Row counts per block of ids, to find a position in a list. For each list and status there are counts for blocks of
 * 1,024 ids, of 32 and of 1,024 such blocks. So a page in the middle is found by adding up a few counts and skips less
 * than a block of rows. Counts are commutative, so concurrent transactions need not coordinate.
 */
export const blocksMigrations: Migration[] = [
  {
    id: 'blocks-001',
    // An older version would add rows without counting them by blocks.
    breaks: true,
    script: `create table list_blocks (
      account_id bigint not null,
      list text not null,
      status text not null,
      level bigint not null,
      block bigint not null,
      count bigint not null,
      primary key (account_id, list, status, level, block)
    ) {clustered};
    create index list_blocks_empty on list_blocks (account_id) where count = 0;`,
  },
  {
    // With this level in between a page adds up a hundred counts instead of thousands.
    id: 'blocks-002',
    breaks: true,
    script: `insert into list_blocks (account_id, list, status, level, block, count)
      select account_id, list, status, 3, block / 32, sum(count) from list_blocks where level = 1
      group by account_id, list, status, block / 32;`,
  },
  // With an index on the count, PostgreSQL rewrites every index of the table for each change of a count.
  { id: 'blocks-003', script: 'drop index list_blocks_empty;' },
];

export const BLOCK_SIZE = 1024;
/** Ids per block of each level, widest first. Each block consists of whole blocks of the next level. */
const WIDTHS = [
  { level: 2, width: 1024 * BLOCK_SIZE },
  { level: 3, width: 32 * BLOCK_SIZE },
  { level: 1, width: BLOCK_SIZE },
] as const;

/** Returns the block of an id. Sandbox ids lie far above the real ones and share the last block. */
function blockOf(id: number, width: number): number {
  return Math.floor(Math.min(id, SIMULATED_ID_FLOOR) / width);
}

export interface CountChange {
  account_id: number;
  list: string;
  status: string;
  id: number;
  count: number;
}

const ADD = sql<Omit<CountChange, 'id'> & { block_2: number; block_3: number; block_1: number }>(
  `insert into list_blocks (account_id, list, status, level, block, count)
   values ${WIDTHS.map(({ level }) => `(:account_id, :list, :status, ${level}, :block_${level}, :count)`).join(', ')}
   on conflict (account_id, list, status, level, block) do update set count = list_blocks.count + excluded.count`,
);
/** Sums up the wider blocks in SQL, because parsing them as JSON takes longer than counting. */
const ADD_ALL = sql<{ changes: string }>(
  `with narrow as materialized (
     select cast(c.value ->> 'account_id' as bigint) as account_id, c.value ->> 'list' as list, c.value ->> 'status' as status,
       cast(c.value ->> 'block' as bigint) as block, cast(c.value ->> 'count' as bigint) as count
     from {each :changes as c}),
   levels (level, blocks) as (values ${WIDTHS.map(({ level, width }) => `(${level}, ${width / BLOCK_SIZE})`).join(', ')})
   insert into list_blocks (account_id, list, status, level, block, count)
   select account_id, list, status, level, block / blocks, cast(sum(count) as bigint) from narrow cross join levels
   group by 1, 2, 3, 4, 5 having sum(count) <> 0 order by 1, 2, 3, 4, 5
   on conflict (account_id, list, status, level, block) do update set count = list_blocks.count + excluded.count`,
);

/** Counts a row. The caller must hold the total of this list and status, which prevents a deadlock here. */
export function* addToBlocks({ id, ...change }: CountChange): Query<void> {
  const [wide, medium, narrow] = WIDTHS.map(({ width }) => blockOf(id, width)) as [number, number, number];
  yield* ADD.send({ ...change, block_2: wide, block_3: medium, block_1: narrow });
}

export function* addAllToBlocks(changes: readonly CountChange[]): Query<void> {
  const sums = new Map<string, Omit<CountChange, 'id'> & { block: number }>();
  for (const { id, account_id, list, status, count } of changes) {
    const block = blockOf(id, BLOCK_SIZE);
    const key = `${account_id} ${list} ${status} ${block}`;
    const known = sums.get(key);
    if (known) known.count += count;
    else sums.set(key, { account_id, list, status, block, count });
  }
  const summed = [...sums.values()].filter(({ count }) => count !== 0);
  if (summed.length === 0) return;
  yield* ADD_ALL.send({ changes: JSON.stringify(summed) }, [...new Set(summed.map(({ account_id }) => account_id))]);
}

/** A maintained count that is part of a list, and its sign. */
export interface CountedPart {
  list: string;
  status: string;
  weight: number;
}

const FIND = sql<
  { account_id: number; parts: string; level: number; first: number; last: number; position: number },
  { block: number; before: number }
>(
  // In this order: SQLite would otherwise read the parts again for each block.
  `with parts as materialized (
     select p.value ->> 'list' as list, p.value ->> 'status' as status, cast(p.value ->> 'weight' as bigint) as weight
     from {each :parts as p}),
   blocks as materialized (
     select b.block, sum(b.count * parts.weight) as inside from parts cross join list_blocks as b
     where b.account_id = :account_id and b.list = parts.list and b.status = parts.status and b.level = :level
       and b.block between :first and :last
     group by b.block)
   select block, through - inside as before
   from (select block, inside, sum(inside) over (order by block) as through from blocks) as walked
   where through > :position order by block limit 1`,
);

/**
 * Returns the first id of the block that contains a position, and the number of rows before it. Positions start at 0
 * with the oldest row.
 */
export function* findBlock(
  accountId: number,
  parts: readonly CountedPart[],
  position: number,
): Query<{ firstId: number; before: number }> {
  const search = { account_id: accountId, parts: JSON.stringify(parts) };
  let [firstId, lastId, before] = [0, Number.MAX_SAFE_INTEGER, 0];
  for (const { level, width } of WIDTHS) {
    const range = { first: Math.floor(firstId / width), last: Math.floor(lastId / width), position: position - before };
    const found = yield* FIND.one({ ...search, level, ...range });
    if (!found) break;
    firstId = found.block * width;
    lastId = firstId + width - 1;
    before += found.before;
  }
  return { firstId, before };
}

/** Returns the statement that recounts the blocks, as `fillTotals` does for totals. */
export function fillBlocks(table: string, list: string, status: string, where: string): string {
  return WIDTHS.map(
    ({ level, width }) => `
      insert into list_blocks (account_id, list, status, level, block, count)
      select account_id, ${list}, ${status}, ${level},
        (case when id < ${SIMULATED_ID_FLOOR} then id else ${SIMULATED_ID_FLOOR} end) / ${width}, count(*)
      from ${table} where ${where} group by 1, 2, 3, 4, 5
      on conflict (account_id, list, status, level, block) do update set count = excluded.count;`,
  ).join('');
}

const WINDOW = sql<{ after: number; ahead: number }, { account_id: number }>(
  'select account_id from list_blocks where account_id > :after order by account_id limit 1 offset :ahead',
);
const FORGET = sql<{ after: number; until: number; limit: number }>(
  `delete from list_blocks where count = 0 and (account_id, list, status, level, block) in (
     select account_id, list, status, level, block from list_blocks
     where account_id > :after and account_id <= :until and count = 0 limit :limit {skip locked})`,
);
/** Counts read per transaction, plus the rest of the last account. */
const AHEAD = 1_000;

/**
 * Returns a function that deletes up to `limit` counts of empty blocks and continues at the next account. It returns
 * more than 0 until it has seen every account.
 */
export function createBlockCleaner(): (limit: number) => Query<number> {
  let after = 0;
  return function* (limit) {
    const window = yield* WINDOW.one({ after, ahead: AHEAD });
    const until = window?.account_id ?? Number.MAX_SAFE_INTEGER;
    const gone = yield* FORGET.run({ after, until, limit }, []);
    if (gone === limit) return gone;
    after = window ? until : 0;
    return window ? 1 : 0;
  };
}
