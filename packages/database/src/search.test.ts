import { type KernelDatabase, openKernelDatabase, runsOnPostgres } from '@hostler/testing/server/database.ts';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { toPostgresStatement } from './dialect.ts';
import { defineList, ofAccount, type PageRequest } from './page.ts';
import { type Query, runScript, type SqlValue, type Step, sql } from './query.ts';
import { createSearchIndex, SearchIndexer, searchMigrations } from './search-index.ts';

/** An account with many rows, mixed with rows of others that have the same words. */
const ROWS = 20_000;
const MINE = 1;

const migrations = [
  ...searchMigrations,
  {
    id: 'notes-001',
    script: `create table notes (id {id}, account_id bigint not null, status text not null, search_text text not null);
      create index notes_by_account on notes (account_id, id);
      insert into notes (account_id, status, search_text)
        with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${ROWS})
        select 1 + n % 2, 'open', case n % 1000 when 0 then 'the needle ' when 1 then 'needle of another ' else 'ned eedl dle ' end
          || 'in the hay, number ' || n from numbers;
      ${createSearchIndex('notes')}`,
  },
];
const listNotes = defineList<{ id: number }>({ columns: 'id', strands: [ofAccount('notes')] });
const MARK = sql<object, { indexed_to: number }>('select indexed_to from search_marks');
const UNINDEXED = sql<object, { id: number }>(
  'select id from notes where id > (select indexed_to from search_marks) order by id limit 1 offset 199',
);
const IN_INDEX = sql<{ match: string }, { count: number }>(
  'select count(*) as count from notes_search where notes_search match :match',
);

let kernel: KernelDatabase;

beforeEach(async () => {
  kernel = await openKernelDatabase(migrations);
  return kernel.close;
});

function search(text: string, request: Partial<PageRequest> = {}) {
  return kernel.db.readInTurns(listNotes(MINE, { page: 1, per_page: 25, sort: 'desc', search: text, ...request }));
}

/** Runs the indexer until no batch is left. */
async function indexAll() {
  const indexer = new SearchIndexer(kernel.db, (error) => {
    throw error;
  });
  indexer.start();
  while (await kernel.db.read(UNINDEXED.one({}))) await new Promise((resolve) => setImmediate(resolve));
  await indexer.stop();
}

describe('a search', () => {
  it.skipIf(runsOnPostgres)('finds rows that are not in the index yet, and does not block others', async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 0);
    const found = await search('needle');
    clearInterval(ticking);
    expect(found).toMatchObject({ total: ROWS / 1000 });
    expect(found.examined).toBeGreaterThanOrEqual(ROWS / 2);
    expect(turns).toBeGreaterThan(0);
  });

  it('examines only rows of its account that contain its words', async () => {
    if (!runsOnPostgres) await indexAll();
    else await kernel.db.write(() => runScript('analyze'));
    const few = await search('needle', { per_page: 10 });
    expect(few.total).toBe(ROWS / 1000);
    expect(few.items).toHaveLength(10);
    // Matches, rows that are not in the index yet, and the fixed cost of the statements.
    expect(few.examined).toBeLessThan(2_000);
    expect(await search('needle of another')).toMatchObject({ total: 0 });
    const none = await search('nowhere at all');
    expect(none.total).toBe(0);
    expect(none.examined).toBeLessThan(2_000);
  });

  it('returns any page of many matches, in both orders, and counts all of them', async () => {
    const ids = (await search('number', { sort: 'asc', per_page: 100 })).items.map(({ id }) => id);
    expect(ids[99]).toBe(199);
    const middle = await search('number', { sort: 'desc', page: 51, per_page: 100 });
    expect(middle.total).toBe(ROWS / 2);
    expect(middle.items.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => 9_999 - 2 * index));
    expect((await search('number', { page: 1_000, per_page: 100 })).items).toEqual([]);
  });

  it.skipIf(runsOnPostgres)('does not find deleted rows in the index', async () => {
    await indexAll();
    const word = `"${MINE}x${Buffer.from('nee').toString('hex')}"`;
    const before = (await kernel.db.read(IN_INDEX.one({ match: word })))?.count ?? 0;
    expect(before).toBeGreaterThan(0);
    await kernel.db.write(() => runScript('delete from notes where id = 1'));
    expect((await kernel.db.read(IN_INDEX.one({ match: word })))?.count).toBe(before - 1);
    expect((await search('needle')).total).toBe(ROWS / 1000 - 1);
    expect((await kernel.db.read(MARK.one({})))?.indexed_to).toBeGreaterThan(ROWS - 200);
  });
});

describe('a search with many matches', () => {
  const EXTRA = 500;

  beforeEach(async () => {
    await kernel.db.write(() =>
      runScript(`insert into notes (account_id, status, search_text)
        with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${EXTRA})
        select ${MINE}, 'open', 'extra number ' || n from numbers;`),
    );
    if (runsOnPostgres) await kernel.db.write(() => runScript('analyze'));
    else await indexAll();
  });

  it.each(['asc', 'desc'] as const)('stops counting at 10,000 and says so, %s', async (sort) => {
    const first = await search('number', { sort, per_page: 100 });
    expect(first).toMatchObject({ total: 10_000, totalCapped: true });
    expect(first.items[0]?.id).toBe(sort === 'asc' ? 1 : ROWS + EXTRA);
    // Rows of the other account lie in between, and the last slice may exceed the limit.
    expect(first.examined).toBeLessThan(30_000);
    const last = await search('number', { sort, page: 100, per_page: 100 });
    expect(last.items).toHaveLength(100);
    expect((await search('number', { sort, page: 101, per_page: 100 })).items).toEqual([]);
    expect((await search('number', { sort, page: 334, per_page: 30 })).items).toHaveLength(10);
  });

  it('counts exactly up to the limit', async () => {
    const found = await search('in the hay, number');
    expect(found.total).toBe(10_000);
    expect(found.totalCapped).toBeUndefined();
  });
});

describe.skipIf(!runsOnPostgres)('the plan of a search on PostgreSQL', () => {
  it('uses the search index in a generic plan', async () => {
    await kernel.db.write(() => runScript('analyze'));
    const statements = await collectSearchStatements();
    expect(statements.length).toBeGreaterThan(0);
    for (const { text, values } of statements) {
      const literals = values.map((value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : value));
      const plan = await explainGeneric(toPostgresStatement(text), literals.join(', '));
      expect(plan).toContain('notes_search');
      expect(plan).not.toContain('notes_pkey');
    }
  });

  async function collectSearchStatements() {
    const collected: { text: string; values: SqlValue[] }[] = [];
    const query = listNotes(MINE, { page: 1, per_page: 25, sort: 'desc', search: 'needle' });
    let step = query.next();
    while (!step.done) {
      const asked = step.value;
      if ('statement' in asked && asked.statement.text.includes('{search '))
        collected.push({ text: asked.statement.text, values: asked.values });
      step = query.next(await kernel.db.read(runStep(asked)));
    }
    return collected;
  }

  function* runStep(step: Step): Query<unknown> {
    return yield step;
  }

  /** A statement of the pool cannot be explained with a generic plan before PostgreSQL 16, so it is prepared by SQL. */
  async function explainGeneric(statement: string, values: string): Promise<string> {
    const client = new pg.Client(kernel.url);
    await client.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare probe as ${statement}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute probe (${values})`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      await client.end();
    }
  }
});
