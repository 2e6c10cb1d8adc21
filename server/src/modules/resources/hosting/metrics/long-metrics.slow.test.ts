import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ byHand: ['hosting.sample', 'hosting.forget-samples'] });
  await server.operator.plans.create({ name: 'Two', price: 0, vcpus: 2 });
});
afterAll(() => server.stop());

const MANY_SAMPLES = sql<{ id: number; now: number; rows: string }>(
  `insert into hosting_samples (hosting_id, at, keep_until, cpu_seconds, memory_used_bytes, disk_used_bytes,
     network_in_bytes, network_out_bytes, disk_read_bytes, disk_write_bytes, vcpus)
   select :id, cast(:now as bigint) - cast(r.value as bigint), cast(:now as bigint) + 100000000, 0, 0, 0, 0, 0, 0, 0, 2
   from {each :rows as r} where true`,
);

describe('metrics of a long time', () => {
  const windowOf = (ms: number) => `&start=${Math.floor((server.clock.now() - ms) / 1000)}`;
  const WEEK = 7 * DAY;

  it('are read one after the other and charged by their samples, while others and short times are not', async () => {
    const owner = await server.createAccount();
    const other = await server.createAccount();
    const create = (account_id: number) =>
      server.operator.hosting.create({ account_id, hostname: 'long.example.com', plan: 'Two' });
    const [{ id: ownId }, { id: othersId }] = [await create(owner.id), await create(other.id)];
    const read = (query: string) => server.get(`/hosting/metrics?id=${ownId}${query}`, owner.live);
    const readAtOnce = async (query: string) =>
      (await Promise.all(Array.from({ length: 40 }, () => read(query)))).map(({ status }) => status);
    // More than real servers have, from the day before yesterday.
    const rows = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => 2 * DAY + index));
    await server.hostler.db.write(() => MANY_SAMPLES.run({ id: ownId, now: server.clock.now(), rows }));
    const first = await read(windowOf(WEEK));
    expect([first.status, Object.keys(first.body.data)]).toEqual([200, expect.not.arrayContaining(['examined'])]);
    const statuses = await readAtOnce(windowOf(WEEK));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(20);
    const refused = await read(windowOf(WEEK));
    expect([refused.status, refused.body.error?.reason]).toEqual([429, 'search_limit_reached']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(new Set(await readAtOnce(''))).toEqual(new Set([200]));
    const others = await server.get(`/hosting/metrics?id=${othersId}${windowOf(WEEK)}`, other.live);
    expect(others.status).toBe(200);
  });
});
