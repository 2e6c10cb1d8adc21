import { type KernelDatabase, openKernelDatabase } from '@hostler/testing/server/database.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineLog } from './newest.ts';
import { runScript, sql } from './query.ts';

const ROWS = 10_050;
const REACH = 10_000;
const KINDS = ['person', 'key', 'system'];

interface Entry {
  id: number;
  account_id: number;
  kind: string;
  action: string;
}

const migrations = [
  {
    id: 'entries-001',
    script: `create table entries (id {id}, account_id bigint not null, kind text not null, action text not null);
      create index entries_by_kind on entries (account_id, kind, id);`,
  },
];
const NUMBERS = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})`;
/** The account 2 has every tenth entry. Most entries of the account 1 are of one kind. */
const FILL = `insert into entries (account_id, kind, action) ${NUMBERS}
  select case n % 10 when 0 then 2 else 1 end,
    case when n % 100 = 1 then 'key' when n % 7 = 1 then 'system' else 'person' end,
    case n % 500 when 3 then 'rare' else 'usual' end
  from numbers`;
const ALL = sql<{ account_id: number }, Entry>(
  'select id, account_id, kind, action from entries where account_id = :account_id order by id desc',
);
const listEntries = defineLog<Entry>({
  table: 'entries',
  columns: 'id, account_id, kind, action',
  indexed: ['kind'],
  split: { column: 'kind', values: KINDS },
});

let kernel: KernelDatabase;
let entries: Entry[];

beforeAll(async () => {
  kernel = await openKernelDatabase(migrations);
  await kernel.db.write(() => runScript(FILL));
  // A second time: the account 1 has more entries than the list covers.
  await kernel.db.write(() => runScript(FILL));
  entries = await kernel.db.read(ALL.all({ account_id: 1 }));
  return kernel.close;
});

const read = (filters: Partial<Entry>, page: number, sort: 'asc' | 'desc' = 'desc') =>
  kernel.db.read(listEntries(1, { ...filters }, { page, per_page: 25, sort }));
const only = <T>(items: readonly T[], page: number) => items.slice((page - 1) * 25, page * 25);

describe('a log', () => {
  it('lists its newest 10,000 rows of all kinds, by page and in both orders', async () => {
    const covered = entries.slice(0, REACH);
    for (const page of [1, 2, 37, 400]) {
      expect(await read({}, page)).toEqual({ items: only(covered, page), total: REACH });
      expect(await read({}, page, 'asc')).toEqual({ items: only(covered.toReversed(), page), total: REACH });
    }
    expect(await read({}, 401)).toEqual({ items: [], total: REACH });
  });

  it('lists the rows of one kind', async () => {
    for (const kind of KINDS) {
      const covered = entries.filter((entry) => entry.kind === kind).slice(0, REACH);
      for (const page of [1, 3]) {
        expect(await read({ kind }, page)).toEqual({ items: only(covered, page), total: covered.length });
        expect((await read({ kind }, page, 'asc')).items).toEqual(only(covered.toReversed(), page));
      }
    }
  });

  it('searches the rows that an index finds for another column', async () => {
    const rare = entries.slice(0, REACH).filter(({ action }) => action === 'rare');
    expect(await read({ action: 'rare' }, 1)).toEqual({ items: only(rare, 1), total: rare.length });
    const ofKind = entries.filter(({ kind, action }) => kind === 'system' && action === 'rare');
    expect(await read({ kind: 'system', action: 'rare' }, 1)).toEqual({ items: only(ofKind, 1), total: ofKind.length });
  });
});
