import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { createTestDatabase, type TestDatabase } from '@hostler/testing/test-database.ts';
import { until } from '@hostler/testing/until.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyIn, copyOut } from './copy.ts';

const THINGS = { table: 'things', columns: ['id', 'name'] };
/** More than every buffer between this process and the server can hold. */
const MANY = 200_000;
const LINE = Buffer.from(`1\t${'x'.repeat(1_000)}\n`);
const LINES_OF_CHUNK = 64;
const CHUNK = Buffer.from(LINE.toString().repeat(LINES_OF_CHUNK));

async function* lines(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

describe.runIf(runsOnPostgres)('a copy of rows', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let other: pg.Client;

  const connect = async () => {
    const made = new pg.Client({ connectionString: database.directUrl });
    made.on('error', () => {});
    await made.connect();
    return made;
  };
  const endServerSide = async () => {
    const { rows } = await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'copy %'`,
    );
    return rows.length > 0;
  };

  beforeAll(async () => {
    database = await createTestDatabase({ template: 'empty', migrate: async () => {} });
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    client = await connect();
    other = await connect();
    await other.query('create table things (id bigint, name text)');
  });
  afterEach(async () => {
    await other.query('drop table things');
    await other.end();
    await client.end();
  });

  const fill = (count: number) =>
    other.query(`insert into things select n, repeat('x', 100) from generate_series(1, ${count}) as n`);

  it('returns the same rows, and the number of rows', async () => {
    const text = '1\ttab \\t and line \\n\n2\t\\N\n3\tünïcode\n';
    expect(await copyIn(client, THINGS, lines(text.slice(0, 5), text.slice(5)))).toBe(3);
    const read: Buffer[] = [];
    expect(await copyOut(client, THINGS, (rows) => void read.push(rows))).toBe(3);
    expect(Buffer.concat(read).toString()).toBe(text);
  });

  it('handles an empty table and a missing one', async () => {
    expect(await copyIn(client, THINGS, lines())).toBe(0);
    expect(await copyOut(client, THINGS, () => undefined)).toBe(0);
    const missing = { ...THINGS, table: 'missing' };
    await expect(copyOut(client, missing, () => undefined)).rejects.toThrow('"missing" does not exist');
    await expect(copyIn(client, missing, lines('1\ta\n'))).rejects.toThrow('"missing" does not exist');
    await expect(client.query('select 1')).resolves.toMatchObject({ rowCount: 1 });
  });

  it('stops reading from the server while the writer is behind', async () => {
    await fill(MANY);
    const { promise, resolve } = Promise.withResolvers<void>();
    let bytes = 0;
    const copied = copyOut(client, THINGS, (rows) => {
      bytes += rows.length;
      return promise;
    });
    const isBlocked = async () => {
      const { rows } = await other.query(
        `select wait_event from pg_stat_activity where datname = current_database() and query like 'copy %'`,
      );
      return rows[0]?.wait_event === 'ClientWrite';
    };
    await until(isBlocked);
    expect(bytes).toBeLessThan(1_000_000);
    resolve();
    expect(await copied).toBe(MANY);
  });

  it('fails if the writer fails, and the connection can be ended', async () => {
    await fill(MANY);
    const failing = copyOut(client, THINGS, () => Promise.reject(new Error('disk full')));
    await expect(failing).rejects.toThrow('disk full');
    await client.end();
  });

  it('reads from the source only as fast as the server takes the rows', async () => {
    await other.query('begin; lock table things');
    const chunks = 300;
    let read = 0;
    async function* source() {
      for (; read < chunks; read++) yield CHUNK;
    }
    const copied = copyIn(client, THINGS, source());
    const waits = async () => {
      const { rows } = await other.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    await until(waits);
    expect(read).toBeLessThan(chunks / 2);
    await other.query('commit');
    expect(await copied).toBe(chunks * LINES_OF_CHUNK);
  });

  it.each([
    [
      'is refused by the server',
      () => lines('1\ta\n', 'no number\tb\n', ...Array(20_000).fill('2\tc\n')),
      'invalid input',
    ],
    [
      'has a source that fails',
      async function* () {
        yield LINE;
        throw new Error('source damaged');
      },
      'source damaged',
    ],
  ])('leaves no rows behind if it %s', async (_, source, message) => {
    await expect(copyIn(client, THINGS, source())).rejects.toThrow(message);
    await client.end();
    expect((await other.query('select * from things')).rowCount).toBe(0);
  });

  it('fails if the connection is lost', async () => {
    await fill(MANY);
    const { promise, resolve } = Promise.withResolvers<void>();
    const reading = expect(copyOut(client, THINGS, () => promise)).rejects.toThrow();
    await until(endServerSide);
    resolve();
    await reading;
    const second = await connect();
    let wrote = 0;
    async function* source() {
      for (;;) {
        wrote++;
        yield LINE;
        if (wrote % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const writing = copyIn(second, THINGS, source());
    const failed = expect(writing).rejects.toThrow();
    await until(async () => wrote > 10_000);
    await until(endServerSide);
    await failed;
    await second.end();
  });
});
