import { type KernelDatabase, openKernelDatabase, runsOnPostgres } from '@hostler/testing/server/database.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { BLOCK_SIZE, blocksMigrations, type CountChange, createBlockCleaner } from './blocks.ts';
import { SIMULATED_ID_FLOOR } from './database.ts';
import { defineList, ofAccount, type PageRequest } from './page.ts';
import { runScript, sql } from './query.ts';
import { countRow, countRows, fillTotals, moveRow, totalsMigrations } from './totals.ts';

const STATUSES = ['open', 'closed'] as const;
const KINDS = ['red', 'blue'] as const;
const ACCOUNT = 7;

interface Note {
  id: number;
  status: string;
  kind: string;
}

const COLUMNS = 'id bigint primary key, account_id bigint not null, status text not null, kind text not null';
const INDEXES = (table: string) => `
  create index ${table}_a on ${table} (account_id, id);
  create index ${table}_s on ${table} (account_id, status, id);
  create index ${table}_k on ${table} (account_id, kind, id);
  create index ${table}_ks on ${table} (account_id, kind, status, id);`;
const migrations = [
  ...totalsMigrations,
  ...blocksMigrations,
  {
    id: 'notes-001',
    script: `create table notes (${COLUMNS}); create table trials (${COLUMNS}); ${INDEXES('notes')} ${INDEXES('trials')}`,
  },
];

/** Thirteen in a row belong to another account. Ids span several of the widest blocks. */
const FIRST_NOTES = sql<{ count: number }>(
  `insert into notes (id, account_id, status, kind)
   with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < :count)
   select 1 + n * 7 + (n / 3000) * 1500000, case when n % 29 < 13 then ${ACCOUNT} else 8 end,
     case n % 3 when 0 then 'closed' else 'open' end, case n % 2 when 0 then 'red' else 'blue' end
   from numbers`,
);
const FIRST_TRIALS = sql<{ count: number }>(
  `insert into trials (id, account_id, status, kind)
   with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < :count)
   select ${SIMULATED_ID_FLOOR} + 1 + n * cast(123456789 as bigint), ${ACCOUNT},
     case n % 3 when 0 then 'closed' else 'open' end, case n % 2 when 0 then 'red' else 'blue' end
   from numbers`,
);
const ALL = (table: string) =>
  sql<object, Note>(`select id, status, kind from ${table} where account_id = ${ACCOUNT} order by id`);
const LAST = sql<object, { id: number }>('select max(id) as id from notes');
const INSERT = sql<Note & { account_id: number }>(
  'insert into notes (id, account_id, status, kind) values (:id, :account_id, :status, :kind)',
);
const DELETE = sql<{ id: number }>('delete from notes where id = :id');
const DELETE_UP_TO = sql<{ id: number }>(`delete from notes where account_id = ${ACCOUNT} and id <= :id`);
const MOVE = sql<{ id: number; status: string }>('update notes set status = :status where id = :id');
const BLOCKS = sql<object, { sum: number; empty: number }>(
  'select sum(count) as sum, sum(case when count = 0 then 1 else 0 end) as empty from list_blocks where level = 1',
);
/** Many accounts with ten blocks each, and one with a thousand. A third to a half of them is not empty and stays. */
const EMPTY = sql<{ count: number }>(
  `insert into list_blocks (account_id, list, status, level, block, count)
   with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < :count)
   select case when n < 1000 then 500 else 100 + n / 10 end, 'others', 'open', 1, n,
     case when n < 1000 then n % 2 else case when n % 3 = 0 then 1 else 0 end end
   from numbers where true
   on conflict (account_id, list, status, level, block) do nothing`,
);
const COUNTED = sql<object, { indexdef: string }>(
  `select indexdef from pg_indexes where tablename in ('list_blocks', 'totals') and indexdef ~ '\\mcount\\M'`,
);

const listNotes = defineList<Note>({ columns: 'id, status, kind', strands: [ofAccount('notes')] });
/** Like the actions of a test key: several kinds from two tables. */
const listBoth = defineList<Note>({
  columns: 'id, status, kind',
  strands: ['notes', 'trials'].flatMap((table) =>
    KINDS.map((kind) => ({ table, keys: { account_id: ':account_id', kind: `'${kind}'` } })),
  ),
});
const BOTH = ['notes', 'trials'].flatMap((table) => KINDS.map((kind) => `${table}/${kind}`));

let kernel: KernelDatabase;
let notes: Note[];
let trials: Note[];
/** Last id of any account: ids are never reused. */
let lastId: number;

beforeAll(async () => {
  kernel = await openKernelDatabase(migrations);
  await kernel.db.write(function* () {
    yield* FIRST_NOTES.run({ count: 14_000 });
    yield* FIRST_TRIALS.run({ count: 700 });
    yield* runScript(
      fillTotals('notes') + fillTotals('notes', `'notes/' || kind`) + fillTotals('trials', `'trials/' || kind`),
    );
  });
  notes = await kernel.db.read(ALL('notes').all({}));
  trials = await kernel.db.read(ALL('trials').all({}));
  lastId = (await kernel.db.read(LAST.one({})))?.id ?? 0;
  return kernel.close;
});

function plainPage(rows: readonly Note[], { page, per_page, sort, status }: PageRequest) {
  const found = rows.filter((note) => status === undefined || note.status === status);
  const ordered = sort === 'asc' ? found : found.toReversed();
  return { items: ordered.slice((page - 1) * per_page, page * per_page), total: found.length };
}

/** Changes rows of a list and updates the counts as the modules do. */
async function change(step: { what: 'add' | 'remove' | 'move'; where: number; status: string; kind: string }) {
  const lists = (kind: string) => ['notes', `notes/${kind}`];
  const index = Math.floor(step.where * notes.length);
  const note = notes[index] as Note;
  if (step.what === 'add') {
    lastId += 1 + (step.kind === 'red' ? 1_200_000 : 0);
    const added = { id: lastId, status: step.status, kind: step.kind };
    await kernel.db.write(function* () {
      yield* INSERT.run({ ...added, account_id: ACCOUNT });
      for (const list of lists(added.kind)) {
        yield* countRow({ account_id: ACCOUNT, list, status: added.status, id: added.id, count: 1 });
      }
    });
    notes.push(added);
  } else if (step.what === 'remove') {
    await kernel.db.write(function* () {
      yield* DELETE.run({ id: note.id });
      const changes = lists(note.kind).map(
        (list): CountChange => ({ account_id: ACCOUNT, list, status: note.status, id: note.id, count: -1 }),
      );
      yield* countRows(changes);
    });
    notes.splice(index, 1);
  } else {
    await kernel.db.write(function* () {
      yield* MOVE.run({ id: note.id, status: step.status });
      for (const list of lists(note.kind)) yield* moveRow(ACCOUNT, list, note.id, note.status, step.status);
    });
    notes[index] = { ...note, status: step.status };
  }
}

const someStep = fc.record({
  what: fc.constantFrom('add' as const, 'remove' as const, 'move' as const),
  where: fc.double({ min: 0, max: 0.9999, noNaN: true }),
  status: fc.constantFrom(...STATUSES),
  kind: fc.constantFrom(...KINDS),
});
const someRequest = fc.record({
  page: fc.integer({ min: 1, max: 80 }),
  per_page: fc.integer({ min: 80, max: 100 }),
  sort: fc.constantFrom('asc' as const, 'desc' as const),
  status: fc.option(fc.constantFrom<string>(...STATUSES), { nil: undefined }),
});

describe('a page in the middle of a list', () => {
  it('is the same as that of a plain listing after inserts, deletions and moves', async () => {
    expect(notes.length).toBeGreaterThan(5 * BLOCK_SIZE);
    await fc.assert(
      fc.asyncProperty(
        fc.array(someStep, { maxLength: 6 }),
        fc.array(someRequest, { minLength: 1, maxLength: 4 }),
        async (steps, requests) => {
          for (const step of steps) await change(step);
          for (const request of requests) {
            expect(await kernel.db.read(listNotes(ACCOUNT, request))).toEqual(plainPage(notes, request));
            const both = await kernel.db.read(listBoth(ACCOUNT, request, { counts: BOTH }));
            expect(both).toEqual(plainPage([...notes, ...trials], request));
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('skips at most one block of rows, at any position', async () => {
    const offsets: number[] = [];
    for (let page = 1; page * 50 <= notes.length; page++) {
      const query = listNotes(ACCOUNT, { page, per_page: 50, sort: 'desc' });
      // Intercepts each statement and passes on its result.
      for (let step = query.next(); !step.done; ) {
        const asked = step.value;
        if ('statement' in asked) {
          const place = asked.statement.parameters.indexOf('offset');
          if (place !== -1) offsets.push(asked.values[place] as number);
        }
        const result = await kernel.db.read(
          (function* () {
            return (yield asked) as unknown;
          })(),
        );
        step = query.next(result);
      }
    }
    expect(offsets.length).toBeGreaterThan(100);
    expect(Math.max(...offsets)).toBeLessThanOrEqual(BLOCK_SIZE);
  });

  it('has no counts of deleted rows after a cleanup', async () => {
    const old = notes.slice(0, 2000);
    await kernel.db.write(function* () {
      yield* DELETE_UP_TO.run({ id: old.at(-1)?.id ?? 0 });
      yield* countRows(
        old.flatMap(({ id, status, kind }) =>
          ['notes', `notes/${kind}`].map((list) => ({ account_id: ACCOUNT, list, status, id, count: -1 })),
        ),
      );
    });
    notes.splice(0, 2000);
    const before = await kernel.db.read(BLOCKS.one({}));
    expect(before?.empty).toBeGreaterThan(0);
    const clean = createBlockCleaner();
    while ((await kernel.db.write(() => clean(100))) > 0);
    expect(await kernel.db.read(BLOCKS.one({}))).toEqual({ sum: before?.sum, empty: 0 });
    const request = { page: 20, per_page: 100, sort: 'asc' } as const;
    expect(await kernel.db.read(listNotes(ACCOUNT, request))).toEqual(plainPage(notes, request));
  });

  it.runIf(runsOnPostgres)(
    'uses counts that no index contains, so that no index is rewritten when they change',
    async () => {
      expect(await kernel.db.read(COUNTED.all({}))).toEqual([]);
    },
  );

  it('has no empty counts of any account after each cleanup', async () => {
    const clean = createBlockCleaner();
    for (let time = 0; time < 2; time++) {
      await kernel.db.write(() => EMPTY.run({ count: 4_000 }));
      const before = await kernel.db.read(BLOCKS.one({}));
      expect(before?.empty).toBeGreaterThanOrEqual(2_500);
      let transactions = 0;
      while ((await kernel.db.write(() => clean(200))) > 0) transactions++;
      expect(await kernel.db.read(BLOCKS.one({}))).toEqual({ sum: before?.sum, empty: 0 });
      // At most a thousand counts per transaction, and 200 deletions.
      expect(transactions).toBeGreaterThan(2_500 / 200);
    }
  });
});
