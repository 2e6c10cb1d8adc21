import { connectTo, runsOnPostgres } from '@hostler/testing/server/database.ts';
import { createTestDatabase, type TestDatabase } from '@hostler/testing/test-database.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Query, sql } from '../query.ts';
import { runEach } from './batch.ts';
import type { Request } from './connection.ts';
import { Message } from './message.ts';

const GOOD: Request = { name: 'good', text: 'select 1 as number' };
const LATER: Request = { name: 'later', text: 'select 2 as number' };
const divide = (by: number): Request => ({ name: 'divide', text: 'select 10 / $1::int as number', values: [by] });
const MISSING: Request = { name: 'missing', text: 'select number from later_table' };
const NUMBER = sql<{ number: number }, { number: number }>('select cast(:number as bigint) as number');

describe.runIf(runsOnPostgres)('a batch', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase({ template: 'empty', migrate: async () => {} });
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    client = new pg.Client({ connectionString: database.directUrl });
    await client.connect();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await client.end();
  });

  const run = async (...requests: Request[]) =>
    (await runEach(client, requests)).map(({ rows }) => (rows[0] as { number: number } | undefined)?.number);

  it('prepares a named statement once per connection', async () => {
    const parse = vi.spyOn(Message.prototype, 'parse');
    expect(await run(GOOD, LATER, GOOD)).toEqual([1, 2, 1]);
    expect(await run(GOOD)).toEqual([1]);
    expect(parse.mock.calls.map(([name]) => name)).toEqual(['good', 'later']);
  });

  it('runs a statement again that was prepared and then failed', async () => {
    await expect(run(GOOD, divide(0), LATER)).rejects.toMatchObject({ index: 1 });
    expect(await run(divide(2), divide(5), LATER, GOOD)).toEqual([5, 2, 2, 1]);
    await expect(run(divide(0))).rejects.toMatchObject({ index: 0 });
    expect(await run(divide(1))).toEqual([10]);
  });

  it('runs a statement again that could not be prepared', async () => {
    await expect(run(MISSING, LATER)).rejects.toMatchObject({ index: 0 });
    await client.query('create table later_table as select 3 as number');
    expect(await run(LATER, MISSING)).toEqual([2, 3]);
  });

  it('shares a connection with named queries of pg', async () => {
    const own = { name: 'own', text: 'select 4 as number' };
    expect((await client.query(own)).rows).toEqual([{ number: 4 }]);
    expect(await run(GOOD)).toEqual([1]);
    expect((await client.query(own)).rows).toEqual([{ number: 4 }]);
  });

  it('contains only the statement, if a read has one statement', async () => {
    const db = connectTo(database);
    const texts: string[] = [];
    const parse = Message.prototype.parse;
    vi.spyOn(Message.prototype, 'parse').mockImplementation(function (this: Message, name, text) {
      texts.push(text);
      parse.call(this, name, text);
    });
    try {
      expect(await db.read(NUMBER.one({ number: 1 }))).toEqual({ number: 1 });
      expect(texts).toEqual([expect.stringMatching(/^select cast/)]);
      await db.read(twice());
      expect(texts).toContainEqual(expect.stringMatching(/^begin/i));
    } finally {
      await db.close();
    }
  });
});

function* twice(): Query<void> {
  yield* NUMBER.one({ number: 2 });
  yield* NUMBER.one({ number: 3 });
}
