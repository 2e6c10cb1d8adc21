import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VpsSample } from '#engines/vps/driver.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { recordSamples } from './jobs.ts';

let server: TestServer;
let account: TestAccount;
let id: number;

beforeAll(async () => {
  // Only these tests read the machines: the engine's clock does not follow the test clock.
  server = await startTestServer({ worker: false, byHand: ['hosting.sample'] });
  account = await server.createAccount();
  await server.operator.plans.create({ name: 'Two', price: 0, vcpus: 2 });
  const made = await server.operator.hosting.create({
    account_id: account.id,
    hostname: 'a.example.com',
    plan: 'Two',
  });
  id = made.id;
});
afterAll(() => server.stop());

const reading = (at: number, counters: Partial<VpsSample> = {}, of = id): VpsSample => ({
  name: `vps-${of}`,
  at,
  cpuSeconds: 0,
  memoryUsedBytes: 1,
  diskUsedBytes: 0,
  networkInBytes: 0,
  networkOutBytes: 0,
  diskReadBytes: 0,
  diskWriteBytes: 0,
  ...counters,
});
const store = async (samples: VpsSample[]) => {
  for (const sample of samples) await recordSamples(server.hostler.db, [sample]);
};
const ask = (query: string, of = id) => server.get(`/hosting/metrics?id=${of}${query}`, account.live);
const run = (name: string) => server.runUpkeep(name);
const SAMPLES = sql<{ id: number }, { at: number }>(
  'select at from hosting_samples where hosting_id = :id order by at',
);
const RESIZE = sql<{ id: number; vcpus: number }>('update hosting set vcpus = :vcpus where id = :id');
const MANY = sql<{ account_id: number; rows: string; now: number }>(
  `insert into hosting (account_id, hostname, status, region, vcpus, memory_mb, disk_gb, image, kind, bounds, ipv4, ipv6,
     ssh_keys, search_text, revision, created_at, updated_at)
   select :account_id, 'many.example.com', 'running', 'default', 2, 2048, 40, 'debian/13', 'container', '{}', '[]', '[]',
     '[]', '', 0, cast(:now as bigint), cast(:now as bigint)
   from {each :rows as r} where true`,
);
const NAMED_MANY = sql<object, { id: number }>(
  `select id from hosting where hostname = 'many.example.com' order by id`,
);
const END = sql<{ id: number }>(`update hosting set status = 'terminated' where id = :id`);
const TALLIED = sql<{ ids: string }, { hosting_id: number }>(
  `select hosting_id from hosting_tallies where hosting_id in (select cast(i.value as bigint) from {each :ids as i})`,
);
const timesOf = async (hostingId: number) =>
  (await server.hostler.db.read(SAMPLES.all({ id: hostingId }))).map(({ at }) => at);

describe('metrics', () => {
  it('show the last hour per minute, with the unit of each series', async () => {
    const { status, body } = await ask('');
    expect(status).toBe(200);
    const { series, ...rest } = body.data;
    expect(rest).toMatchObject({ hosting_id: id, step: 60 });
    expect(Date.parse(rest.end) - Date.parse(rest.start)).toBe(HOUR);
    expect(Object.entries(series).map(([name, { unit }]) => [name, unit])).toEqual([
      ['cpu_percent', 'percent'],
      ['memory_used_bytes', 'bytes'],
      ['disk_used_bytes', 'bytes'],
      ['network_in_bps', 'bits/s'],
      ['network_out_bps', 'bits/s'],
      ['disk_read_bps', 'bits/s'],
      ['disk_write_bps', 'bits/s'],
    ]);
  });

  it('are rates from counter differences, even across a boot', async () => {
    const start = Math.floor(server.clock.now() / HOUR) * HOUR - 2 * HOUR;
    await store([
      reading(start, { cpuSeconds: 1_000, networkInBytes: 5_000_000, memoryUsedBytes: 100 }),
      reading(start + MINUTE, { cpuSeconds: 1_060, networkInBytes: 5_750_000, memoryUsedBytes: 200 }),
      // Booted in between, so the counters started again.
      reading(start + 2 * MINUTE, { cpuSeconds: 30, networkInBytes: 75_000, memoryUsedBytes: 50 }),
    ]);
    const [from, to] = [start / 1000, start / 1000 + 180];
    const { body } = await ask(`&start=${from}&end=${to}&step=60`);
    expect(body.data).toMatchObject({ start: new Date(start).toISOString().replace('.000Z', '+00:00'), step: 60 });
    expect(body.data.series).toMatchObject({
      cpu_percent: {
        values: [
          [from, 50],
          [from + 60, 25],
        ],
      },
      network_in_bps: {
        values: [
          [from, 100_000],
          [from + 60, 10_000],
        ],
      },
      memory_used_bytes: {
        values: [
          [from, 200],
          [from + 60, 50],
        ],
      },
      disk_read_bps: {
        values: [
          [from, 0],
          [from + 60, 0],
        ],
      },
    });
    const coarse = await ask(`&start=${from}&end=${to}&step=120`);
    expect(coarse.body.data.series.cpu_percent?.values).toEqual([[from, 37.5]]);
  });

  it('use the size at the time: a resize does not change earlier values', async () => {
    const resized = await server.operator.hosting.create({
      account_id: account.id,
      hostname: 'r.example.com',
      plan: 'Two',
    });
    const start = Math.floor(server.clock.now() / HOUR) * HOUR - 2 * HOUR;
    const used = (minute: number, cpuSeconds: number) => reading(start + minute * MINUTE, { cpuSeconds }, resized.id);
    await store([used(0, 100), used(1, 160)]);
    await server.hostler.db.write(() => RESIZE.run({ id: resized.id, vcpus: 4 }));
    await store([used(2, 220)]);
    const from = start / 1000;
    const { body } = await ask(`&start=${from}&end=${from + 120}&step=60`, resized.id);
    expect(body.data.series.cpu_percent?.values).toEqual([
      [from, 50],
      [from + 60, 25],
    ]);
  });

  it('accept date-time or epoch, and name the malformed parameter', async () => {
    const fine = await ask(`&start=${encodeURIComponent('2026-01-01T00:00:00+00:00')}&end=1767229200`);
    expect(fine.body.data).toMatchObject({ start: '2026-01-01T00:00:00+00:00', end: '2026-01-01T01:00:00+00:00' });
    for (const [query, field] of [
      ['&start=yesterday', 'start'],
      ['&end=', 'end'],
      ['&step=0', 'step'],
      ['&step=1m', 'step'],
      ['&start=200&end=100', 'start'],
      ['&start=100&start=101', 'start'],
    ]) {
      const { status, body } = await ask(query ?? '');
      expect([status, body.error.code, body.error.details?.[0]?.field]).toEqual([400, 'BAD_REQUEST', field]);
    }
  });

  it('raise a step that is finer than the readings or gives too many points', async () => {
    expect((await ask('&step=1')).body.data.step).toBe(60);
    const end = Math.floor(server.clock.now() / 1000);
    const { step } = (await ask(`&start=${end - 90 * 86_400}&end=${end}&step=60`)).body.data;
    expect(step).toBe(5_184);
    expect((await ask(`&start=0&end=${end}`)).status).toBe(200);
  });
});

describe('readings', () => {
  it('are taken from running machines', async () => {
    const { clock } = server;
    expect(await timesOf(id)).toHaveLength(3);
    server.startWorker();
    await server.until(`/hosting/show?id=${id}`, account.live, ({ status }) => status === 'running');
    await run('hosting.sample');
    const times = await timesOf(id);
    expect(times.length).toBeGreaterThan(3);
    expect(clock.now() - (times.at(-1) ?? 0)).toBeLessThan(MINUTE);
  });

  it('are stored for other machines even if one reports impossible values', async () => {
    const [liar, other] = [
      await server.operator.hosting.create({ account_id: account.id, hostname: 'liar.example.com' }),
      await server.operator.hosting.create({ account_id: account.id, hostname: 'other.example.com' }),
    ];
    const wild = {
      cpuSeconds: Number.POSITIVE_INFINITY,
      networkInBytes: 2 ** 64,
      diskReadBytes: 0.5,
      diskUsedBytes: -1,
    };
    const times = [2, 1].map((minutes) => server.clock.now() - minutes * MINUTE);
    for (const at of times) {
      await recordSamples(server.hostler.db, [reading(at, wild, liar.id), reading(at, {}, other.id)]);
    }
    expect(await timesOf(other.id)).toEqual(times);
    expect((await ask('', liar.id)).status).toBe(200);
  });

  it('are recorded a few servers at a time, with other work in between', async () => {
    const { db } = server.hostler;
    await db.write(() => MANY.run({ account_id: account.id, rows: JSON.stringify(Array(220).fill(0)), now: 0 }));
    const ids = (await db.read(NAMED_MANY.all({}))).map((row) => row.id);
    const record = async (at: number) => {
      let turns = 0;
      let ticking = setImmediate(function tick() {
        turns++;
        ticking = setImmediate(tick);
      });
      await recordSamples(
        db,
        ids.map((one) => reading(at, { cpuSeconds: at }, one)),
      );
      clearImmediate(ticking);
      return turns;
    };
    const at = server.clock.now();
    expect(await record(at)).toBeGreaterThan(4);
    const [gone = 0, ...rest] = ids.toReversed();
    await db.write(() => END.run({ id: gone }));
    await record(at + MINUTE);
    for (const one of rest) expect(await timesOf(one)).toEqual([at, at + MINUTE]);
    expect(await timesOf(gone)).toEqual([at]);
    expect(await db.read(TALLIED.all({ ids: JSON.stringify(ids) }))).toHaveLength(rest.length);
    for (const one of rest) await db.write(() => END.run({ id: one }));
    await recordSamples(db, []);
    expect(await db.read(TALLIED.all({ ids: JSON.stringify(ids) }))).toEqual([]);
  });

  it('are thinned with age: all for a day, 5-minute for a week, hourly for 90 days, then deleted', async () => {
    const made = await server.operator.hosting.create({ account_id: account.id, hostname: 'b.example.com' });
    const base = Math.floor(server.clock.now() / HOUR) * HOUR - HOUR;
    const minutes = Array.from({ length: 61 }, (_, minute) => base + minute * MINUTE);
    await store(minutes.map((at) => reading(at, {}, made.id)));
    await run('hosting.forget-samples');
    expect((await timesOf(made.id)).filter((at) => at <= base + HOUR)).toEqual(minutes);

    server.clock.advance(DAY + 2 * HOUR);
    await run('hosting.forget-samples');
    expect((await timesOf(made.id)).filter((at) => at <= base + HOUR)).toEqual(minutes.filter((_, m) => m % 5 === 0));

    server.clock.advance(6 * DAY);
    await run('hosting.forget-samples');
    expect((await timesOf(made.id)).filter((at) => at <= base + HOUR)).toEqual([base, base + HOUR]);

    server.clock.advance(84 * DAY);
    await run('hosting.forget-samples');
    expect((await timesOf(made.id)).filter((at) => at <= base + HOUR)).toEqual([]);
  });

  it('give the same rate after thinning, even across boots, stops and lost counters', async () => {
    const made = await server.operator.hosting.create({ account_id: account.id, hostname: 'c.example.com' });
    const base = Math.floor(server.clock.now() / HOUR) * HOUR - HOUR;
    // 600 bytes a minute; counters restart after a boot at minute 20. The machine is stopped and its counters are lost
    // from 40 to 49.
    const minutes = Array.from({ length: 61 }, (_, minute) => {
      const counted = minute < 20 ? 1_000 + minute : minute < 40 ? minute - 19 : minute < 50 ? 0 : minute - 49;
      const stopped = minute >= 40 && minute < 50;
      const values = { networkInBytes: counted * 600, cpuSeconds: counted, diskUsedBytes: stopped ? 0 : 7 };
      return reading(base + minute * MINUTE, { ...values, memoryUsedBytes: stopped ? 0 : 5 }, made.id);
    });
    await store(minutes);
    const [from, to] = [base / 1000, base / 1000 + 3_600];
    const ofHour = async () => {
      const { series } = (await ask(`&start=${from}&end=${to}&step=3600`, made.id)).body.data;
      return [series.network_in_bps, series.disk_used_bytes].map((one) => one?.values);
    };
    const whole = await ofHour();
    // Stopped for ten of the sixty minutes.
    expect(whole).toEqual([[[from, Math.round((50 * 600 * 8) / 3_600)]], [[from, 7]]]);
    server.clock.advance(8 * DAY);
    await run('hosting.forget-samples');
    expect((await timesOf(made.id)).filter((at) => at <= base + HOUR)).toEqual([base, base + HOUR]);
    expect(await ofHour()).toEqual(whole);
  });

  it('stop with the termination of the VPS, and missing ones leave a gap in the series', async () => {
    const made = await server.operator.hosting.create({ account_id: account.id, hostname: 'd.example.com' });
    const now = Math.floor(server.clock.now() / MINUTE) * MINUTE;
    const there = [50, 49, 30, 29].map((minutes) => reading(now - minutes * MINUTE, { diskUsedBytes: 3 }, made.id));
    await store(there);
    const { series } = (await ask('', made.id)).body.data;
    expect(series.disk_used_bytes?.values.length).toBeLessThanOrEqual(4);
    server.startWorker();
    await server.finish(server.operator.hosting.terminate({ id: made.id }));
    await store([reading(now, {}, made.id)]);
    expect(await timesOf(made.id)).toHaveLength(there.length);
    const tallies = await server.hostler.db.read(
      sql<object, { hosting_id: number }>('select * from hosting_tallies').all({}),
    );
    expect(tallies.map(({ hosting_id }) => hosting_id)).not.toContain(made.id);
  });
});
