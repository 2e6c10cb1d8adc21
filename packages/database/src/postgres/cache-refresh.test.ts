import { connectTo, runsOnPostgres } from '@hostler/testing/server/database.ts';
import { createTestDatabase } from '@hostler/testing/test-database.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CacheOptions } from '../database.ts';
import { applyMigrations } from '../migrate.ts';
import { type Query, sql } from '../query.ts';
import type { PostgresDatabase } from './postgres.ts';

type Thing = { id: number; value: number };

const SET = sql<Thing>(
  'insert into things (id, value) values (:id, :value) on conflict (id) do update set value = excluded.value',
);
const REMOVE = sql<{ id: number }>('delete from things where id = :id');
const ONE = sql<{ id: number }, Thing>('select id, value from things where id = :id');
const MANY = sql<{ ids: string }, Thing>('select id, value from things where id {in :ids}');
const BROKEN = sql<object, Thing>('select id, value from no_such_table');

/** Measured by a clock that the tests advance; the duration of the tests is negligible. */
const MAX_STALE_MS = 3_600_000;

describe.runIf(runsOnPostgres)('a cached lookup that is too old', () => {
  let db: PostgresDatabase;
  /** Ids looked up alone, and ids renewed together. */
  let lookedUp: number[] = [];
  let askedAgain: number[][] = [];
  let isBroken = false;
  let ahead = 0;

  const options: CacheOptions<Thing | undefined> = {
    maxStaleMs: MAX_STALE_MS,
    *again(known): Query<(Thing | undefined)[]> {
      askedAgain.push(known.map(({ id }) => id));
      if (isBroken) yield* BROKEN.all({});
      const things = yield* MANY.all({ ids: JSON.stringify(known.map(({ id }) => id)) });
      return known.map(({ id }) => things.find((thing) => thing.id === id));
    },
  };
  const find = async (id: number, given = options) => {
    const lookUp = function* () {
      lookedUp.push(id);
      return yield* ONE.one({ id });
    };
    return (await db.cached(`thing ${id}`, lookUp, given))?.value;
  };
  const set = (...things: [id: number, value: number][]) =>
    db.write(function* () {
      for (const [id, value] of things) yield* SET.run({ id, value });
    });

  beforeAll(async () => {
    const made = await createTestDatabase({ template: 'empty', migrate: async () => {} });
    db = connectTo(made);
    const script = 'create table things (id bigint primary key, value bigint not null);';
    await db.write(() => applyMigrations([{ id: 'things-001', script }], Date.now()));
    return async () => {
      await db.close();
      await made.drop();
    };
  });

  beforeEach(() => {
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    // Expire the entries of the previous test.
    ahead += 10 * MAX_STALE_MS;
  });

  afterEach(() => {
    vi.restoreAllMocks();
    lookedUp = [];
    askedAgain = [];
    isBroken = false;
  });

  it('is renewed in one query for all callers', async () => {
    await set([1, 10], [2, 20], [3, 30]);
    expect(await Promise.all([1, 2, 3].map((id) => find(id)))).toEqual([10, 20, 30]);
    await set([1, 11], [3, 31]);
    expect(await Promise.all([1, 2, 3].map((id) => find(id)))).toEqual([10, 20, 30]);
    ahead += MAX_STALE_MS;
    expect(await Promise.all([1, 2, 3, 1].map((id) => find(id)))).toEqual([11, 20, 31, 11]);
    expect(lookedUp).toEqual([1, 2, 3]);
    expect(askedAgain).toEqual([[1, 2, 3]]);
  });

  it('is renewed together with entries in use that expire soon, and no others', async () => {
    await set([11, 1], [12, 1], [13, 1], [14, 1]);
    expect(await find(11)).toBe(1);
    ahead += MAX_STALE_MS * 0.6;
    expect(await Promise.all([12, 13].map((id) => find(id)))).toEqual([1, 1]);
    ahead += MAX_STALE_MS * 0.5;
    expect(await find(14)).toBe(1);
    expect(await Promise.all([12, 14].map((id) => find(id)))).toEqual([1, 1]);
    await set([12, 2]);
    expect(await find(11)).toBe(1);
    expect(askedAgain).toEqual([[11, 12]]);
    // Not requested since then, and up to date.
    expect(await find(12)).toBe(2);
    ahead += MAX_STALE_MS * 0.8;
    expect(await find(12)).toBe(2);
    expect(askedAgain).toHaveLength(1);
    expect(lookedUp).toEqual([11, 12, 13, 14]);
  });

  it('whose row is deleted is not found, and looked up again when the row is back', async () => {
    await set([21, 1], [22, 1]);
    await Promise.all([21, 22].map((id) => find(id)));
    await db.write(() => REMOVE.run({ id: 21 }));
    ahead += MAX_STALE_MS;
    expect(await Promise.all([21, 22].map((id) => find(id)))).toEqual([undefined, 1]);
    expect(await find(21)).toBeUndefined();
    await set([21, 2]);
    expect(await find(21)).toBe(2);
    expect(lookedUp).toEqual([21, 22, 21, 21]);
  });

  it('that cannot be renewed is not answered from the cache, and looked up again by the next caller', async () => {
    await set([31, 1]);
    await find(31);
    ahead += MAX_STALE_MS;
    isBroken = true;
    await expect(find(31)).rejects.toThrow('no_such_table');
    expect(await find(31)).toBe(1);
    expect(lookedUp).toEqual([31, 31]);
  });

  it('that fails to renew early is used until it expires', async () => {
    await set([41, 1], [42, 1]);
    await find(41);
    ahead += MAX_STALE_MS * 0.6;
    await find(42);
    ahead += MAX_STALE_MS * 0.5;
    await find(42);
    isBroken = true;
    await expect(find(41)).rejects.toThrow('no_such_table');
    expect(askedAgain).toEqual([[41, 42]]);
    expect(await find(42)).toBe(1);
    expect(lookedUp).toEqual([41, 42]);
  });

  it('is renewed without entries that others still wait for', async () => {
    await set([51, 1], [52, 1]);
    await find(51);
    ahead += MAX_STALE_MS * 0.4;
    const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
    const slow = find(52, { ...options, inTurn: (read) => turn.then(read) });
    ahead += MAX_STALE_MS * 0.7;
    const alike = find(52);
    expect(await find(51)).toBe(1);
    expect(askedAgain).toEqual([[51]]);
    begin();
    expect(await Promise.all([slow, alike])).toEqual([1, 1]);
    expect(lookedUp).toEqual([51, 52]);
  });

  it('is renewed five hundred at a time', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => 1_000 + index);
    await set(...ids.map((id): [number, number] => [id, 1]));
    await Promise.all(ids.map((id) => find(id)));
    ahead += MAX_STALE_MS;
    expect(new Set(await Promise.all(ids.map((id) => find(id))))).toEqual(new Set([1]));
    expect(askedAgain.map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(lookedUp).toHaveLength(ids.length);
  });
});
