import { AsyncLocalStorage } from 'node:async_hooks';
import { connectTo, runsOnPostgres } from '@hostler/testing/server/database.ts';
import { createTestDatabase } from '@hostler/testing/test-database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallerContext } from './caller-context.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { currentTransaction, type Query, runScript, sql } from './query.ts';
import { SqliteDatabase } from './sqlite/sqlite.ts';
import { TransactionValue } from './transaction-value.ts';

const region = new TransactionValue('none');
const size = new TransactionValue(3);
const actor = new TransactionValue<string | undefined>(undefined);
const actors = new AsyncLocalStorage<string>();
const commits: number[] = [];

const callers: CallerContext = {
  bind(body) {
    const name = actors.getStore();
    return function* () {
      actor.set(yield* currentTransaction(), name);
      return yield* body();
    };
  },
  leave: (work) => actors.exit(work),
};

const options: DatabaseOptions = { values: region.as('north'), callers, onCommit: (writes) => commits.push(writes) };
const ADD = sql<{ name: string }>('insert into notes (name) values (:name)');

let db: Database;
let drop = async () => {};

beforeAll(async () => {
  if (runsOnPostgres) {
    const database = await createTestDatabase({ template: 'empty', migrate: async () => {} });
    db = connectTo(database, options);
    drop = database.drop;
  } else db = new SqliteDatabase(':memory:', options);
  await db.write(() => runScript('create table notes (name text not null);'));
});

afterAll(async () => {
  await db.close();
  await drop();
});

function* readValues(): Query<[string, string | undefined]> {
  const transaction = yield* currentTransaction();
  return [region.of(transaction), actor.of(transaction)];
}

it('starts with the value the database was opened with, or with its default', async () => {
  expect(await db.read(readValues())).toEqual(['north', undefined]);
  expect(size.of(await db.read(currentTransaction()))).toBe(3);
});

it('belongs to its transaction alone', async () => {
  const changed = await db.write(function* () {
    region.set(yield* currentTransaction(), 'south');
    return yield* readValues();
  });
  expect(changed[0]).toBe('south');
  expect(await db.write(readValues)).toEqual(['north', undefined]);
});

it('carries the context of each caller into a body that shares its commit', async () => {
  const names = ['ada', 'ben', 'cem', 'dan'];
  const seen = await Promise.all(
    names.map((name, index) =>
      actors.run(name, () =>
        db.write(function* () {
          yield* ADD.send({ name });
          return (yield* readValues())[1];
        }, index + 1),
      ),
    ),
  );
  expect(seen).toEqual(names);
  expect(Math.max(...commits), 'some shared a commit').toBeGreaterThan(1);
});

it('notifies listeners of a commit outside the context of the caller', async () => {
  const heard = new Promise<string | undefined>((resolve) => {
    db.onSignal('added', () => resolve(actors.getStore()));
  });
  await actors.run('ada', () =>
    db.write(function* () {
      (yield* currentTransaction()).signals.add('added');
      yield* ADD.send({ name: 'eve' });
    }),
  );
  expect(await heard).toBeUndefined();
});
