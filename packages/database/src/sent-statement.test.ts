import { type KernelDatabase, openKernelDatabase } from '@hostler/testing/server/database.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { attempt, lockName, type Query, type Simulation, sql } from './query.ts';

const migrations = [
  {
    id: 'notes-001',
    script: 'create table notes (name text primary key, length bigint not null check (length < 100));',
  },
];

const ADD = sql<{ name: string; length: number }>('insert into notes (name, length) values (:name, :length)');
const RENAME = sql<{ name: string; to: string }>('update notes set name = :to where name = :name');
const NAMES = sql<object, { name: string }>('select name from notes order by name');
const CLEAR = sql('delete from notes');

let kernel: KernelDatabase;
let db: Database;

beforeAll(async () => {
  kernel = await openKernelDatabase(migrations);
  db = kernel.open();
  return kernel.close;
});
afterEach(() => db.write(() => CLEAR.run({})));

const names = async () => (await db.read(NAMES.all({}))).map(({ name }) => name);
const note = (name: string) => ADD.send({ name, length: 1 });
const tooLong = () => ADD.send({ name: 'too long', length: 100 });

describe('a deferred statement', () => {
  it('runs in order, before the next statement', async () => {
    const seen = await db.write(function* () {
      yield* note('a');
      yield* RENAME.send({ name: 'a', to: 'b' });
      const found = yield* NAMES.all({});
      yield* note('c');
      return found;
    });
    expect(seen).toEqual([{ name: 'b' }]);
    expect(await names()).toEqual(['b', 'c']);
  });

  it('may be one of thousands', async () => {
    await db.write(function* () {
      for (let made = 0; made < 2_500; made++) yield* note(`${made}`);
    });
    expect(await names()).toHaveLength(2_500);
  });

  it.each<[string, () => Query<unknown>]>([
    ['the next one', () => NAMES.all({})],
    ['the next one, of many', many],
    ['a lock', () => lockName('notes')],
    ['the commit', nothing],
  ])('that fails is reported by %s, and nothing is kept', async (_, next) => {
    const body = function* (): Query<void> {
      yield* note('before');
      yield* tooLong();
      yield* next();
    };
    const failure = await db.write(body).catch((error: Error) => error);
    expect(failure).toMatchObject({
      name: 'StatementError',
      message: expect.stringContaining('in: insert into notes'),
    });
    expect(await names()).toEqual([]);
    // Statements that did not run were not prepared either, and the connection still works.
    await db.write(() => RENAME.run({ name: 'nobody', to: 'somebody' }));
    await db.write(function* () {
      for (let made = 0; made < 20; made++) yield* note(`${made}`);
    });
    expect(await names()).toHaveLength(20);
  });

  it('that fails in an attempt fails only the attempt', async () => {
    const inner = function* (): Query<string> {
      yield* note('within');
      yield* tooLong();
      return 'never';
    };
    const result = await db.write(function* () {
      yield* note('before');
      const attempted = yield* attempt(inner());
      yield* note('after');
      return attempted;
    });
    expect(result).toMatchObject({ error: { message: expect.stringContaining('in: insert into notes') } });
    expect(await names()).toEqual(['after', 'before']);
  });

  it('that fails also fails a simulated write', async () => {
    const simulation: Simulation = { fail: false, followUps: [], afterRollback: [] };
    await expect(db.simulate(simulation, tooLong)).rejects.toThrow('in: insert into notes');
    await db.simulate(simulation, () => note('simulated'));
    expect(await names()).toEqual([]);
  });
});

function* nothing(): Query<void> {}

function* many(): Query<void> {
  for (let made = 0; made < 500; made++) yield* note(`${made}`);
}
