import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkBlockedLoop, longestBlocked } from '#health/blocked-loop.ts';
import { workOn } from '#kernel/current-work.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { watchLoop } from './loop-watch.ts';

let server: TestServer;
let lines: Record<string, unknown>[];
let unwatch: () => void;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

function watch(options: { savedEveryMs?: number; loggedEveryMs?: number } = {}): void {
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const { db, clock } = server.hostler;
  unwatch = watchLoop({ db, clock, log, part: 'server', ...options });
}

beforeEach(() => {
  lines = [];
  // The values that earlier tests stored are of another day.
  server.clock.advance(DAY);
});
afterEach(() => unwatch());

function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

const STORED = longestBlocked.read;
const readStored = async () => server.hostler.db.read(STORED());
const check = () => checkBlockedLoop(server.hostler).check(0);
/** Others may be logged, too, on a busy machine. */
const untilLogged = (work: string) =>
  vi.waitFor(() => {
    const line = lines.find((each) => each.work === work);
    if (!line) throw new Error(`${work} is not logged`);
    return line;
  });

describe('the watch of the event loop', () => {
  it('names the work that held it up, also after the work waited for the database', async () => {
    watch();
    await Promise.all([
      workOn({ name: 'job quick' }, readStored),
      workOn({ name: 'job slow', accountId: 7 }, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        await readStored();
        block(300);
      }),
    ]);
    const line = await untilLogged('job slow');
    expect(line).toMatchObject({ msg: 'event loop blocked', level: 40, account_id: 7 });
    expect(line.ms).toBeGreaterThan(200);
    expect(lines.some(({ work }) => work === 'job quick')).toBe(false);
  });

  it('logs one line a second about the same work, and counts the others', async () => {
    watch({ loggedEveryMs: MINUTE });
    const blockOnce = () =>
      new Promise<void>((resolve) => {
        workOn({ name: 'job often' }, () => block(200));
        setTimeout(resolve, 50);
      });
    for (let times = 0; times < 3; times++) await blockOnce();
    expect(lines.filter(({ work }) => work === 'job often')).toHaveLength(1);
    workOn({ name: 'job other' }, () => block(200));
    expect((await untilLogged('job other')).not_logged).toBeGreaterThanOrEqual(2);
  });

  it('stores the longest of the day, which the check reports', async () => {
    watch({ savedEveryMs: 0 });
    expect(await check()).toMatchObject({ reachable: true, advice: null, detail: expect.stringContaining('Nothing') });
    workOn({ name: 'job slow', accountId: 7 }, () => block(1_200));
    await untilLogged('job slow');
    await vi.waitFor(async () => expect(await readStored()).toMatchObject({ work: 'job slow' }));
    const { detail, advice } = await check();
    expect(detail).toMatch(/^Longest of the day: job slow of account 7 held up the server for \d+\.\d s, at 20/);
    expect(advice).toContain('event loop blocked');
    workOn({ name: 'job shorter' }, () => block(300));
    await untilLogged('job shorter');
    await server.hostler.db.write(() => STORED());
    expect(await readStored()).toMatchObject({ work: 'job slow' });
    server.clock.advance(DAY);
    expect((await check()).detail).toContain('Nothing');
    workOn({ name: 'job of the next day' }, () => block(300));
    await vi.waitFor(async () => expect(await readStored()).toMatchObject({ work: 'job of the next day' }));
    expect((await check()).advice).toBeNull();
  });

  it('stores once a minute', async () => {
    watch();
    workOn({ name: 'job first' }, () => block(300));
    const { at } = await vi.waitFor(async () => {
      const stored = await readStored();
      expect(stored?.at).toBeGreaterThan(server.clock.now() - DAY / 2);
      return stored as NonNullable<typeof stored>;
    });
    workOn({ name: 'job second' }, () => block(600));
    await untilLogged('job second');
    await server.hostler.db.write(() => STORED());
    expect(await readStored()).toMatchObject({ at });
  });
});
