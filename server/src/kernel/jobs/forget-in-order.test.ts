import { runScript, sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../time.ts';
import { forgetInOrder } from './forget-in-order.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const BEFORE = NOW - 7 * DAY;
const OLD = NOW - 8 * DAY;
const YOUNG = NOW - DAY;
const AHEAD = NOW + 365 * DAY;

const ADD = sql<{ rows: string }>(
  `insert into written (id, at) select cast(r.value ->> 0 as bigint), cast(r.value ->> 1 as bigint) from {each :rows as r}`,
);
const COUNT = sql<{ at: number }, { count: number }>('select count(*) as count from written where at = :at');
const forget = forgetInOrder('written');

let server: TestServer;
let nextId: number;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  await server.hostler.db.write(() => runScript('create table written (id bigint primary key, at bigint not null)'));
});
beforeEach(async () => {
  nextId = 1;
  await server.hostler.db.write(() => runScript('delete from written'));
});
afterAll(() => server.stop());

async function write(count: number, at: number): Promise<void> {
  const rows = Array.from({ length: count }, () => [nextId++, at]);
  await server.hostler.db.write(() => ADD.run({ rows: JSON.stringify(rows) }));
}

async function forgetAll(): Promise<number> {
  let all = 0;
  for (;;) {
    const gone = await server.hostler.db.write(() => forget(BEFORE, NOW, 10));
    if (gone === 0) return all;
    all += gone;
  }
}

const count = async (at: number) => (await server.hostler.db.read(COUNT.one({ at })))?.count;

describe('deleting old rows in the order they were written', () => {
  it('deletes the old rows and nothing after them', async () => {
    await write(25, OLD);
    await write(30, YOUNG);
    expect(await forgetAll()).toBe(25);
    expect(await count(YOUNG)).toBe(30);
  });

  it.each([1, 9, 10, 11, 64, 333])('is not blocked by %i rows written by a clock that was ahead', async (rows) => {
    await write(rows, AHEAD);
    await write(25, OLD);
    await write(30, YOUNG);
    expect(await forgetAll()).toBe(rows + 25);
    expect(await count(YOUNG)).toBe(30);
  });

  it.each([1, 10, 333])(
    'keeps %i rows written by a clock that was ahead as long as the rows written after them',
    async (rows) => {
      await write(rows, AHEAD);
      await write(3, YOUNG);
      await write(40, AHEAD + HOUR);
      expect(await forgetAll()).toBe(0);
    },
  );

  it('keeps rows of a clock that was ahead if they were written after the old rows', async () => {
    await write(25, OLD);
    await write(15, AHEAD);
    await write(5, YOUNG);
    expect(await forgetAll()).toBe(25);
  });

  it('needs few look-ups, however many rows and gaps come first', async () => {
    await write(50, AHEAD);
    nextId = 5_000_000;
    await write(50, AHEAD);
    nextId = 9_000_000_000_000;
    await write(2, OLD);
    let looks = 0;
    const gone = await server.hostler.db.write(function* () {
      const steps = forget(BEFORE, NOW, 10);
      let step = steps.next();
      while (!step.done) {
        looks++;
        step = steps.next((yield step.value as never) as never);
      }
      return step.value;
    });
    expect(gone).toBe(10);
    expect(looks).toBeLessThan(150);
    expect(await forgetAll()).toBe(92);
  });
});
