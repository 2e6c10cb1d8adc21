import { connectTo, runsOnPostgres } from '@hostler/testing/server/database.ts';
import { createTestDatabase, type TestDatabase } from '@hostler/testing/test-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../query.ts';
import { ListenHints } from './listen-hints.ts';
import { isPooled, keepsPrepared } from './pooler.ts';

const runsPooled = process.env.HOSTLER_TEST_POOLED === 'on';
const ONE = sql<{ number: number }, { number: number }>('select cast(:number as bigint) as number');

let database: TestDatabase;

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

describe.runIf(runsOnPostgres)('a connection to PostgreSQL', () => {
  beforeAll(async () => {
    database = await createTestDatabase({ template: 'empty', migrate: async () => {} });
  });
  afterAll(() => database.drop());

  it('detects a pooler', async () => {
    expect(await withClient(database.url, isPooled)).toBe(runsPooled);
    expect(await withClient(database.directUrl, isPooled)).toBe(false);
  });

  it('keeps prepared statements, except through the PgBouncer of Debian', async () => {
    expect(await keepsPrepared(database.url)).toBe(runsPooled ? false : undefined);
  });
});

describe.runIf(runsPooled)('through a pooler', () => {
  beforeAll(async () => {
    database = await createTestDatabase({ template: 'empty', migrate: async () => {} });
  });
  afterAll(() => database.drop());

  it('runs any number of concurrent statements on shared connections', async () => {
    const db = connectTo(database);
    const numbers = Array.from({ length: 60 }, (_, number) => number);
    for (let round = 0; round < 3; round++) {
      const read = await Promise.all(numbers.map((number) => db.read(ONE.one({ number }))));
      expect(read.map((row) => row?.number)).toEqual(numbers);
      const written = await Promise.all(numbers.map((number) => db.write(() => ONE.one({ number }))));
      expect(written.map((row) => row?.number)).toEqual(numbers);
    }
    await db.close();
  });

  it('reports that it cannot listen', async () => {
    const pool = new pg.Pool({ connectionString: database.url });
    const pooled = Promise.withResolvers<void>();
    const hints = new ListenHints(pool, database.url, { onPooled: pooled.resolve });
    hints.listen({ hear() {}, listenAgain: () => pooled.reject(new Error('it listens')) });
    await pooled.promise;
    expect(hints.isHeard).toBe(false);
    await hints.close();
    await pool.end();
  });
});
