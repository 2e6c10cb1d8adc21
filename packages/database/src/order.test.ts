import { type KernelDatabase, openKernelDatabase, runsOnPostgres } from '@hostler/testing/server/database.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksMigrations } from './blocks.ts';
import { BeyondOrder, ORDER_REACH } from './order.ts';
import { defineList, ofAccount, type PageRequest } from './page.ts';
import { type Query, runScript, type Step } from './query.ts';
import { createSearchIndex, indexBatch, searchMigrations } from './search-index.ts';
import { fillTotals, totalsMigrations } from './totals.ts';

const MINE = 1;
const MANY = 3;
const ROWS = 2 * ORDER_REACH + 500;

const ORDERS = {
  created_at: 'id',
  title: '{folded title}',
  rank: 'rank',
  size: 'coalesce(size, 0)',
  status: 'status',
};

const migrations = [
  ...totalsMigrations,
  ...blocksMigrations,
  ...searchMigrations,
  {
    id: 'notes-001',
    script: `create table notes (id {id}, account_id bigint not null, title text not null, status text not null,
        rank bigint not null, size bigint, search_text text not null);
      create index notes_by_account on notes (account_id, id);
      create index notes_by_status on notes (account_id, status, id);
      create index notes_by_title on notes (account_id, {folded title}, id);
      create index notes_by_rank on notes (account_id, rank, id);
      create index notes_by_size on notes (account_id, coalesce(size, 0), id);
      ${createSearchIndex('notes')}`,
  },
];

interface Note {
  id: number;
  title: string;
  status: string;
  rank: number;
  size: number | null;
}

const columns = 'id, title, status, rank, size';
const listNotes = defineList<Note>({ columns, strands: [ofAccount('notes')], orders: ORDERS });
const listRanked = defineList<Note>({
  columns,
  strands: [
    { table: 'notes', keys: { account_id: ':account_id', rank: ':rank' }, searchable: true },
    { table: 'notes', keys: { account_id: ':account_id', rank: '0' }, searchable: true },
  ],
  few: true,
  orders: ORDERS,
});

/** Mixed case, letters outside ASCII, an emoji, which UTF-16 and UTF-8 sort differently, and equal titles. */
const TITLES = ['beta', 'Alpha', 'alpha', 'Ärger', 'zeta', 'Zeta', '日本', '\u{1f600}', '\uffe6', '_x', 'beta'];
const STATUSES = ['open', 'closed', 'lost'];

let kernel: KernelDatabase;
const notes: Note[] = [];

beforeAll(async () => {
  kernel = await openKernelDatabase(migrations);
  for (let number = 0; number < 120; number++) {
    notes.push({
      id: 2 * number + 1,
      title: TITLES[(number * 7) % TITLES.length] as string,
      status: STATUSES[(number * number) % STATUSES.length] as string,
      rank: (number * 13) % 10,
      size: number % 4 === 0 ? null : (number * 31) % 17,
    });
  }
  // A row of another account follows each one.
  const values = notes.flatMap(({ id, title, status, rank, size }) => [
    `(${id}, ${MINE}, '${title}', '${status}', ${rank}, ${size}, '${title.toLowerCase()}')`,
    `(${id + 1}, 2, '${title}', '${status}', ${rank}, ${size}, '${title.toLowerCase()}')`,
  ]);
  await kernel.db.write(() =>
    runScript(`insert into notes (id, account_id, title, status, rank, size, search_text) values ${values.join(', ')};
      insert into notes (id, account_id, title, status, rank, size, search_text)
        with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${ROWS})
        select 1000 + n, ${MANY}, 'many', case n % 1000 when 0 then 'open' else 'closed' end, ${ROWS} - n, n, 'many ' || n
        from numbers;
      ${fillTotals('notes')}`),
  );
  if (runsOnPostgres) await kernel.db.write(() => runScript('analyze'));
  else while (await kernel.db.write(() => indexBatch('notes')));
  return kernel.close;
});

const ask = async (account: number, request: Partial<PageRequest>) =>
  kernel.db.read(listNotes(account, { page: 1, per_page: 25, sort: 'asc', ...request }));

/** Returns the ids of all pages, one after the other. */
async function visit(list: typeof listNotes, request: Partial<PageRequest>, parameters = {}): Promise<number[]> {
  const seen: number[] = [];
  for (let page = 1; ; page++) {
    const asked = { per_page: 7, sort: 'asc' as const, ...request, page };
    const { items, total } = await kernel.db.read(list(MINE, asked, { parameters }));
    seen.push(...items.map(({ id }) => id));
    if (page * 7 >= total) return seen;
  }
}

const fold = (title: string) => title.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const COMPARE: Record<string, (a: Note, b: Note) => number> = {
  created_at: () => 0,
  title: (a, b) => Buffer.compare(Buffer.from(fold(a.title)), Buffer.from(fold(b.title))),
  rank: (a, b) => a.rank - b.rank,
  size: (a, b) => (a.size ?? 0) - (b.size ?? 0),
  status: (a, b) => (a.status < b.status ? -1 : Number(a.status > b.status)),
};

function inOrder(by: string, sort: 'asc' | 'desc', matches: (note: Note) => boolean): number[] {
  const sorted = notes.filter(matches).sort((a, b) => COMPARE[by]?.(a, b) || a.id - b.id);
  return (sort === 'asc' ? sorted : sorted.reverse()).map(({ id }) => id);
}

describe.each(Object.keys(ORDERS))('a list in the order of %s', (sort_by) => {
  it.each(['asc', 'desc'] as const)('returns each row once over all pages, ties by id: %s', async (sort) => {
    const expected = inOrder(sort_by, sort, () => true);
    expect(await visit(listNotes, { sort, sort_by })).toEqual(expected);
  });

  it.each(['asc', 'desc'] as const)('keeps to its filters: %s', async (sort) => {
    for (const status of STATUSES) {
      const expected = inOrder(sort_by, sort, (note) => note.status === status);
      expect(await visit(listNotes, { sort, sort_by, status })).toEqual(expected);
    }
    const found = inOrder(sort_by, sort, ({ title }) => title === 'beta');
    expect(await visit(listNotes, { sort, sort_by, search: 'beta' })).toEqual(found);
    const both = inOrder(sort_by, sort, ({ title, status }) => title === 'beta' && status === 'open');
    expect(await visit(listNotes, { sort, sort_by, search: 'beta', status: 'open' })).toEqual(both);
    const ranked = inOrder(sort_by, sort, ({ rank }) => rank === 0 || rank === 3);
    expect(await visit(listRanked, { sort, sort_by }, { rank: 3 })).toEqual(ranked);
  });
});

describe('an order', () => {
  it('that the list does not have is that of id', async () => {
    expect(await visit(listNotes, { sort_by: 'search_text' })).toEqual(notes.map(({ id }) => id));
  });

  it('has no rows past the end', async () => {
    expect(await ask(MINE, { sort_by: 'rank', page: 6 })).toEqual({ items: [], total: 120 });
    expect((await ask(MINE, { sort_by: 'rank', page: 60, search: 'beta' })).items).toEqual([]);
    expect((await ask(MINE, { sort_by: 'rank', page: Number.MAX_SAFE_INTEGER, search: 'beta' })).items).toEqual([]);
  });

  it('reaches a number of rows from both ends and refuses the pages between', async () => {
    const pages = ROWS / 25;
    const near = ORDER_REACH / 25 + 1;
    const first = await ask(MANY, { sort_by: 'rank', page: near });
    expect(first.items.map(({ rank }) => rank)).toEqual(Array.from({ length: 25 }, (_, n) => ORDER_REACH + n + 1));
    const last = await ask(MANY, { sort_by: 'rank', page: pages - near + 1 });
    expect(last.items.at(-1)?.rank).toBe(ROWS - ORDER_REACH);
    await expect(ask(MANY, { sort_by: 'rank', page: near + 1 })).rejects.toThrow(BeyondOrder);
    await expect(ask(MANY, { sort_by: 'rank', page: pages - near })).rejects.toThrow(BeyondOrder);
    expect((await ask(MANY, { page: near + 1 })).items).toHaveLength(25);
  });

  it('refuses too many matches of a filter or search, and sorts few of many', async () => {
    await expect(ask(MANY, { sort_by: 'rank', status: 'closed' })).rejects.toThrow(BeyondOrder);
    await expect(ask(MANY, { sort_by: 'rank', search: 'many' })).rejects.toThrow(BeyondOrder);
    const { items, total } = await ask(MANY, { sort_by: 'rank', status: 'open' });
    expect(total).toBe(Math.ceil(ROWS / 1000));
    expect(items.map(({ rank }) => rank)).toEqual(items.map(({ rank }) => rank).sort((a, b) => a - b));
  });

  it.each([
    ['title', 'notes_by_title'],
    ['rank', 'notes_by_rank'],
    ['size', 'notes_by_size'],
    ['status', 'notes_by_status'],
  ])('is read from an index: %s', async (sort_by, index) => {
    for (const sort of ['asc', 'desc'] as const) {
      for (const page of [1, 40, ROWS / 25]) {
        const plan = await explainFirst(listNotes(MANY, { page, per_page: 25, sort, sort_by }), 'order by account_id');
        expect(plan).toContain(index);
        expect(plan).not.toMatch(/TEMP B-TREE|"Sort"/);
      }
    }
  });

  it('reads a rare status from the index of the status', async () => {
    const asked = { page: 1, per_page: 25, sort: 'asc', sort_by: 'rank', status: 'open' } as const;
    expect(await explainFirst(listNotes(MANY, asked), 'order by place')).toContain('notes_by_status');
  });
});

/** Runs a query and explains its first statement that contains the text. */
async function explainFirst(query: Query<unknown>, text: string): Promise<string> {
  const prefix = runsOnPostgres ? 'explain (format json) ' : 'explain query plan ';
  const run = (step: Step) =>
    kernel.db.read(
      (function* () {
        return yield step;
      })() as Query<unknown>,
    );
  for (let step = query.next(); !step.done; step = query.next(await run(step.value))) {
    if (!('statement' in step.value) || !step.value.statement.text.includes(text)) continue;
    const { statement } = step.value;
    const explained = { ...statement, name: `explain ${statement.name}`, text: prefix + statement.text };
    return JSON.stringify(await run({ ...step.value, mode: 'all', statement: explained }));
  }
  throw new Error(`no statement contains ${text}`);
}
