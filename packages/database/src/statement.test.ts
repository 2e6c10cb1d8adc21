import { openKernelDatabase, runsOnPostgres } from '@hostler/testing/server/database.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { attempt, insert, type Query, runScript, type SqlValue, sql } from './query.ts';

interface Thing {
  account_id: number;
  name: string;
  note: string | null;
}

type Values = Record<string, SqlValue>;

const add = insert<Thing>('things', ['account_id', 'name', 'note']);
const FIND = sql<{ name: string }, Thing>('select account_id, name, note from things where name = :name');
const RENAME = sql<Values>('update things set name = :name where account_id = :account_id');
const IN_CAPITALS = sql<{ account_id: number; note: string }>(
  `WITH mine AS (SELECT "name" FROM "things" WHERE account_id = :account_id)
   UPDATE Things SET note = :note WHERE name IN (SELECT name FROM mine)`,
);
const MISTAKEN = sql<Values>('select nothing from things where name = :name');
const AS_NUMBER = sql<{ text: string }>('select cast(:text as bigint) as number from things');

let db: Database;

beforeAll(async () => {
  const script = `create table things (
    id {id}, account_id bigint not null, name text not null unique, note text, check (account_id > 0));`;
  const kernel = await openKernelDatabase([{ id: 'things-001', script }]);
  db = kernel.db;
  await db.write(() => add({ account_id: 1, name: 'taken', note: null }));
  return kernel.close;
});

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it succeeded'),
    (error: Error & { code?: string }) => error,
  );
const run = (query: () => Query<unknown>) => failureOf(db.write(query));

describe('a missing parameter', () => {
  const forgotten = undefined as unknown as string;

  it('fails with the names of the parameter and the statement, and nothing is written', async () => {
    const { message } = await run(() => RENAME.run({ account_id: 1 }));
    expect(message).toBe('The parameter :name is not given to: update things set name = $1 where account_id = $2');
    expect((await run(() => RENAME.run({ account_id: 1, name: forgotten }))).message).toBe(message);
    expect(await db.read(FIND.one({ name: 'taken' }))).toBeDefined();
  });

  it('fails in an insert too', async () => {
    const { message } = await run(() => add({ account_id: 1, name: 'incomplete', note: forgotten }));
    expect(message).toContain('The parameter :note is not given to: insert into things');
    expect(await db.read(FIND.one({ name: 'incomplete' }))).toBeUndefined();
  });

  it('differs from null', async () => {
    await db.write(() => add({ account_id: 1, name: 'complete', note: null }));
    expect(await db.read(FIND.one({ name: 'complete' }))).toEqual({ account_id: 1, name: 'complete', note: null });
  });
});

describe('a statement that fails', () => {
  function* insertInStore(name: string, account_id = 1): Query<number> {
    return yield* add({ account_id, name, note: 'a secret' });
  }
  function* createInService(name: string): Query<number> {
    const result = yield* attempt(insertInStore('passes'));
    if ('error' in result) throw result.error;
    return yield* insertInStore(name);
  }
  function* handleInRoute(name: string): Query<number> {
    return yield* createInService(name);
  }

  it('reports the cause and the statement, and its stack shows the caller', async () => {
    const { name, message, code, stack } = await run(() => handleInRoute('taken'));
    expect(name).toBe('StatementError');
    expect(message).toMatch(
      runsOnPostgres
        ? /^duplicate key value violates unique constraint "things_name_key", in: insert into things \(account_id, name, note\) values \(\$1, \$2, \$3\)/
        : /^UNIQUE constraint failed: things.name, in: insert into things \(account_id, name, note\) values \(\$1, \$2, \$3\)/,
    );
    expect(code).toBe(runsOnPostgres ? '23505' : 'SQLITE_CONSTRAINT_UNIQUE');
    const frames = stack?.split('\n').map((line) => /at (\w+)/.exec(line)?.[1]) ?? [];
    const asked = ['insertInStore', 'createInService', 'handleInRoute'];
    expect(frames.filter((frame) => asked.includes(frame ?? ''))).toEqual(asked);
    expect(stack).toContain('statement.test.ts');
  });

  it('reports the same in reads and in attempts', async () => {
    function* readInStore(): Query<unknown> {
      return yield* MISTAKEN.one({ name: 'x' });
    }
    const read = await failureOf(Promise.resolve().then(() => db.read(readInStore())));
    expect(read.message).toMatch(/nothing.*, in: select nothing from things where name = \$1$/);
    expect(read.stack).toContain('at readInStore');
    const attempted = await db.write(() => attempt(insertInStore('taken')));
    expect((attempted as { error: Error }).error.stack).toContain('at insertInStore');
  });

  it('reveals none of its values', async () => {
    const secret = 'hunter"2" of a customer';
    await db.write(() => add({ account_id: 1, name: secret, note: null }));
    const failures = [
      await run(() => insertInStore(secret)),
      await run(() => insertInStore(secret, -1)),
      await run(() => add({ account_id: secret as unknown as number, name: 'n', note: secret })),
      await run(() => MISTAKEN.one({ name: secret })),
      ...(runsOnPostgres
        ? [
            await run(() => AS_NUMBER.one({ text: secret })),
            await run(() => RENAME.run({ account_id: secret, name: 'n' })),
          ]
        : []),
    ];
    for (const error of failures) {
      const all = JSON.stringify(Object.getOwnPropertyNames(error).map((name) => error[name as 'message']));
      expect(all).not.toMatch(/hunter|customer/);
      expect(error.message).toContain(', in: ');
      expect(error).not.toHaveProperty('cause');
    }
  });

  it('is reported in a script, too', async () => {
    const { message, stack } = await run(function* migrateThings() {
      yield* runScript('create table others (id {id}); create tabel more (id {id});');
    });
    expect(message).toMatch(/syntax error.*, in: create table others/);
    expect(stack).toContain('at migrateThings');
  });
});

describe.skipIf(runsOnPostgres)('a cached read', () => {
  it('is read again after a write whose tables are in a named query, in quotes or in capitals', async () => {
    const read = () => db.cached('note of taken', () => FIND.one({ name: 'taken' }) as Query<Thing>);
    const before = await read();
    expect(await read()).toBe(before);
    await db.write(() => IN_CAPITALS.run({ account_id: 1, note: 'written' }));
    expect(await read()).toMatchObject({ note: 'written' });
  });
});
