import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { VpsSample } from '#engines/vps/driver.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { createUsageRecorder, recordSamples } from '../metrics/jobs.ts';
import { createMetering } from './jobs.ts';

const ZONE = 'Europe/Berlin';
/** Noon in Berlin. */
const NOON = Date.parse('2026-03-10T11:00:00Z');
const MB = 1_000_000;

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  // Only these tests read the machines.
  server = await startTestServer({
    worker: false,
    byHand: ['hosting.sample'],
    env: { HOSTLER_SELLER_TIME_ZONE: ZONE },
  });
  account = await server.createAccount();
  return server.stop;
});

let count = 0;
const create = async () => {
  const hostname = `t${++count}.example.com`;
  return (await server.operator.hosting.create({ account_id: account.id, hostname })).id;
};
/** CPU time grows with the time since the boot, as on a real machine. */
const reading = (id: number, at: number, [inMb, outMb]: [number, number], bootedAt = NOON - DAY): VpsSample => ({
  name: `vps-${id}`,
  at,
  cpuSeconds: (at - bootedAt) / 100_000,
  memoryUsedBytes: 1,
  diskUsedBytes: 0,
  networkInBytes: inMb * MB,
  networkOutBytes: outMb * MB,
  diskReadBytes: 0,
  diskWriteBytes: 0,
});
const metering = createMetering({ trafficSettings: { timeZone: ZONE } });
const record = async (...samples: VpsSample[]) => {
  for (const sample of samples) await recordSamples(server.hostler.db, [sample], undefined, metering(sample.at));
};
const ask = async (id: number, period = '2026-03') =>
  (await server.get(`/hosting/traffic?id=${id}&period=${period}`, account.live)).body.data;
const megabytes = async (id: number, period?: string) => {
  const { in_bytes, out_bytes } = await ask(id, period);
  return [Number(in_bytes) / MB, Number(out_bytes) / MB];
};

describe('traffic', () => {
  it('is the growth since the first reading, per day in the time zone of the seller', async () => {
    const id = await create();
    const midnight = Date.parse('2026-03-10T23:00:00Z');
    await record(
      reading(id, NOON, [100, 200]),
      reading(id, NOON + MINUTE, [110, 230]),
      reading(id, midnight - 1, [111, 231]),
      reading(id, midnight, [115, 240]),
    );
    expect(await ask(id)).toEqual({
      ...{ hosting_id: id, period: '2026-03', time_zone: ZONE, included_bytes: null, beyond: null },
      ...{ in_bytes: 15 * MB, out_bytes: 40 * MB, billable_bytes: 0, throttled_mbps: null },
      days: [
        { date: '2026-03-10', in_bytes: 11 * MB, out_bytes: 31 * MB },
        { date: '2026-03-11', in_bytes: 4 * MB, out_bytes: 9 * MB },
      ],
    });
  });

  it('counts from 0 after a boot, and nothing while the machine is off', async () => {
    const id = await create();
    const off = { cpuSeconds: 0, memoryUsedBytes: 0, networkInBytes: 0, networkOutBytes: 0 };
    const booted = NOON + 3 * MINUTE;
    await record(
      reading(id, NOON, [500, 500]),
      reading(id, NOON + MINUTE, [510, 520]),
      { ...reading(id, NOON + 2 * MINUTE, [0, 0]), ...off },
      reading(id, NOON + 4 * MINUTE, [3, 4], booted),
      reading(id, NOON + 5 * MINUTE, [4, 6], booted),
      // Restarted between two readings.
      reading(id, NOON + 7 * MINUTE, [1, 1], NOON + 6 * MINUTE),
    );
    expect(await megabytes(id)).toEqual([15, 27]);
  });

  it('of a server that is restarted before every reading is counted, because a restart is preceded by one', async () => {
    const id = await create();
    await record(reading(id, NOON, [0, 0]));
    const { db } = server.hostler;
    let engine: VpsSample[] = [];
    let total = 0;
    for (let minute = 1; minute <= 5; minute++) {
      const [restart, after] = [NOON + minute * MINUTE - 3_000, NOON + minute * MINUTE];
      const booted = minute === 1 ? NOON - DAY : restart - 57_000;
      // The same in every minute, so no counter drops.
      engine = [{ ...reading(id, restart - 1_000, [10, 50], booted), bootedAt: booted }];
      const recordUsage = createUsageRecorder({ db, vps: { sample: async () => engine }, beginMetering: metering });
      await recordUsage(`vps-${id}`);
      await record({ ...reading(id, after, [1, 2], restart), bootedAt: restart });
      // The reading before the restart counts what was sent since the boot, as the one after it does.
      total += minute === 1 ? 50 + 2 : 48 + 2;
      expect((await megabytes(id))[1]).toBe(total);
    }
  });

  it('counts nothing for a counter that fell without a boot, as after the removal of a network card', async () => {
    const id = await create();
    await record(
      reading(id, NOON, [500, 500]),
      reading(id, NOON + MINUTE, [100, 100]),
      reading(id, NOON + 2 * MINUTE, [101, 102]),
    );
    expect(await megabytes(id)).toEqual([1, 2]);
  });

  it('belongs to the day of the reading after the engine was away', async () => {
    const id = await create();
    await record(reading(id, NOON, [0, 10]), reading(id, NOON + DAY, [0, 50]), reading(id, NOON + 31 * DAY, [0, 60]));
    expect((await ask(id)).days).toEqual([
      { date: '2026-03-10', in_bytes: 0, out_bytes: 0 },
      { date: '2026-03-11', in_bytes: 0, out_bytes: 40 * MB },
    ]);
    expect(await megabytes(id, '2026-04')).toEqual([0, 10]);
  });

  it('is neither negative nor doubled when the clock is changed', async () => {
    const id = await create();
    // Set ahead by five hours, back by four, and back by a minute, which looks like a late reading.
    const times = [NOON, NOON + 5 * HOUR, NOON + HOUR, NOON + HOUR - MINUTE, NOON + HOUR + MINUTE];
    for (const [index, at] of times.entries()) {
      await record({ ...reading(id, at, [0, 10 + index]), cpuSeconds: 1_000 + index });
    }
    expect(await megabytes(id)).toEqual([0, 4]);
  });

  it('is counted once by two workers that read at the same time', async () => {
    const id = await create();
    await record(reading(id, NOON, [0, 10]));
    const { db } = server.hostler;
    await Promise.all(
      [1, 2, 3, 4].map((second) =>
        recordSamples(db, [reading(id, NOON + second * 1000, [0, 20])], undefined, metering(NOON)),
      ),
    );
    await record(reading(id, NOON + MINUTE, [0, 21]));
    expect(await megabytes(id)).toEqual([0, 11]);
  });

  it('is not lost by a failure while it is stored', async () => {
    const id = await create();
    await record(reading(id, NOON, [0, 10]));
    const failing = recordSamples(
      server.hostler.db,
      [reading(id, NOON + MINUTE, [0, 20])],
      undefined,
      // biome-ignore lint/correctness/useYield: it throws before it reads anything.
      function* () {
        throw new Error('killed');
      },
    );
    await expect(failing).rejects.toThrow('killed');
    await record(reading(id, NOON + 2 * MINUTE, [0, 25]));
    expect(await megabytes(id)).toEqual([0, 15]);
  });

  it('stays exact if a machine reports impossible counters', async () => {
    const id = await create();
    const wild = { networkOutBytes: 2 ** 64, networkInBytes: -1 };
    await record(reading(id, NOON, [0, 0]), { ...reading(id, NOON + MINUTE, [0, 0]), ...wild });
    for (const minute of [2, 3]) {
      const boot = NOON + minute * MINUTE;
      await record({ ...reading(id, boot + 1, [0, 0], boot), ...wild });
    }
    expect((await ask(id)).out_bytes).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('GET /hosting/traffic', () => {
  it('is empty for a future month, and of this month by default', async () => {
    const id = await create();
    expect(await ask(id, '2099-12')).toMatchObject({ period: '2099-12', in_bytes: 0, out_bytes: 0, days: [] });
    const { status, body } = await server.get(`/hosting/traffic?id=${id}`, account.live);
    expect([status, body.data.out_bytes]).toEqual([200, 0]);
    expect(body.data.period).toMatch(/^\d{4}-\d\d$/);
  });

  it('refuses what is no month, and the servers of others', async () => {
    const id = await create();
    for (const period of ['2026-13', '2026-1', '2026-11-01', 'now', '', '2026-00', "2026-11' or 1=1"]) {
      const path = `/hosting/traffic?id=${id}&period=${encodeURIComponent(period)}`;
      const { status, body } = await server.get(path, account.live);
      expect([period, status, body.error.details?.[0]?.field]).toEqual([period, 400, 'period']);
    }
    const other = await server.createAccount();
    expect((await server.get(`/hosting/traffic?id=${id}`, other.live)).status).toBe(404);
  });
});

describe('the field traffic of a server', () => {
  it('shows the outbound bytes of this month in lists and responses', async () => {
    const id = await create();
    const now = server.clock.now();
    await record(reading(id, now - 20 * MINUTE, [1, 1]), reading(id, now - 10 * MINUTE, [5, 8]));
    const { body } = await server.get(`/hosting/show?id=${id}`, account.live);
    expect(body.data.traffic).toEqual({ out_bytes: 7 * MB, included_bytes: null });
    const list = await server.get('/hosting', account.live);
    expect(list.body.data).toContainEqual(expect.objectContaining({ id, traffic: body.data.traffic }));
  });
});

describe('retention', () => {
  it('deletes days and months after 24 months', async () => {
    const id = await create();
    const old = server.clock.now() - 26 * 31 * DAY;
    await record(reading(id, old, [1, 1], old - DAY), reading(id, old + MINUTE, [2, 2], old - DAY));
    await record(reading(id, NOON, [3, 3]));
    const monthsOf = () =>
      server.hostler.db.read(
        sql<{ id: number }, { month: string }>(
          'select month from hosting_traffic_months where hosting_id = :id order by month',
        ).all({ id }),
      );
    expect(await monthsOf()).toHaveLength(2);
    await server.runUpkeep('hosting.forget-traffic');
    expect(await monthsOf()).toEqual([{ month: '2026-03' }]);
    expect((await ask(id)).days).toHaveLength(1);
  });
});
