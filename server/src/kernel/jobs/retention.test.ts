import { type Query, sql } from '@hostler/database';
import { type KernelDatabase, openKernelDatabase } from '@hostler/testing/server/database.ts';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../time.ts';
import { isClockBelieved } from './clock-trust.ts';
import { forgetRegularly } from './retention.ts';

const YEAR = 365 * DAY;
const START = Date.UTC(2026, 0, 1);

const INSERT = sql<{ at: number }>('insert into notes (at) values (:at)');
const COUNT = sql<object, { count: number }>('select count(*) as count from notes');
const FORGET = sql<{ before: number; limit: number }>(
  'delete from notes where id in (select id from notes where at < :before order by at limit :limit)',
);
const EMPTY = [sql('delete from notes'), sql(`delete from settings where name = 'clock'`)];

let kernel: KernelDatabase;
/** Rows deleted by each transaction. */
let batches: number[] = [];
let warnings: string[] = [];

beforeAll(async () => {
  kernel = await openKernelDatabase([
    {
      id: 'notes-001',
      script: 'create table notes (id {id}, at bigint not null); create index notes_by_age on notes (at);',
    },
  ]);
  return kernel.close;
});

beforeEach(async () => {
  batches = [];
  warnings = [];
  for (const statement of EMPTY) await kernel.db.write(() => statement.run({}));
});

const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });

/** Keeps notes for a day. */
const upkeep = () =>
  forgetRegularly(
    {
      name: 'notes.forget-old',
      everyMs: HOUR,
      *forget(now, limit): Query<number> {
        const gone = yield* FORGET.run({ before: now - DAY, limit });
        batches.push(gone);
        return gone;
      },
    },
    { db: kernel.db, log },
  );

const write = (at: number, count = 1) =>
  kernel.db.write(function* () {
    for (let made = 0; made < count; made++) yield* INSERT.run({ at });
  });
const count = async () => (await kernel.db.read(COUNT.one({})))?.count;
const turn = (now: number) => upkeep().run(now);
/** Runs hourly, as a running worker does. */
const turnsUntil = async (from: number, to: number) => {
  for (let now = from; now <= to; now += HOUR) await turn(now);
};

describe('old rows', () => {
  it('are deleted in small batches until none is left', async () => {
    await write(START - 2 * DAY, 1_001);
    await write(START - HOUR, 3);
    await turn(START);
    expect(await count()).toBe(3);
    expect(Math.max(...batches)).toBeLessThanOrEqual(200);
    expect(batches.at(-1)).toBe(0);
  });

  it('are kept after an unobserved jump of the clock, and deleted a day later', async () => {
    await turn(START);
    await write(START);
    await turn(START + YEAR);
    expect(await count()).toBe(1);
    expect(warnings.join()).toMatch(/the clock is far ahead/);
    await turnsUntil(START + YEAR + HOUR, START + YEAR + DAY - HOUR);
    expect([await count(), warnings.length]).toEqual([1, 1]);
    await turn(START + YEAR + DAY);
    expect(await count()).toBe(0);
  });

  it('are kept if the clock returns within the day, and age as before', async () => {
    await turn(START);
    await write(START);
    await turnsUntil(START + YEAR, START + YEAR + 5 * HOUR);
    await turnsUntil(START + 6 * HOUR, START + DAY);
    expect(await count()).toBe(1);
    await turn(START + DAY + HOUR);
    expect(await count()).toBe(0);
  });

  it('are deleted on time by a clock that went back, and by clocks that differ slightly', async () => {
    await turn(START);
    await turn(START - YEAR);
    await write(START - YEAR - 2 * DAY);
    await turn(START - YEAR + MINUTE);
    expect(await count()).toBe(0);
    await write(START - YEAR - 2 * DAY);
    await turn(START - YEAR - MINUTE);
    expect(await count()).toBe(0);
  });

  it('a clock that went back is reported once, with the time at which it was last seen', async () => {
    await turn(START);
    await turn(START - YEAR);
    await turn(START - YEAR + HOUR);
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
      { last_seen: '2026-01-01T00:00:00+00:00', msg: 'the clock was set back; check that it is right now' },
    ]);
  });

  it('are kept by a process whose clock is wrong, next to one whose clock is right', async () => {
    await turn(START);
    await write(START);
    for (let hour = 0; hour < 48; hour++) {
      await turn(START + YEAR + hour * HOUR);
      if (hour < 24) expect(await count()).toBe(1);
      await turn(START + hour * HOUR);
    }
    expect(await count()).toBe(0);
  });
});

describe('a clock', () => {
  it('is trusted while it is checked and advances', async () => {
    const believed = async (now: number) => kernel.db.read(isClockBelieved(now));
    expect(await believed(START)).toBe(false);
    await turn(START);
    expect(await believed(START + MINUTE)).toBe(true);
    expect(await believed(START + HOUR)).toBe(true);
    expect(await believed(START + HOUR + 1)).toBe(false);
    await turn(START + DAY);
    expect(await believed(START + DAY + MINUTE)).toBe(false);
    await turnsUntil(START + DAY, START + 2 * DAY);
    expect(await believed(START + 2 * DAY)).toBe(true);
  });
});
