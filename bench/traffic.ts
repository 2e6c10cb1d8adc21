import { runScript, sql } from '@hostler/database';
import { pino } from 'pino';
import { compose } from '../server/src/compose/compose.ts';
import type { VpsSample } from '../server/src/engines/vps/driver.ts';
import { MINUTE } from '../server/src/kernel/time.ts';
import { recordSamples } from '../server/src/modules/resources/hosting/metrics/jobs.ts';
import { createMetering } from '../server/src/modules/resources/hosting/traffic/jobs.ts';
import { migrate } from '../server/src/program/prepare.ts';
import { readConfig } from '../server/src/settings/config.ts';
import { judge, renderTable, type Surroundings } from './report.ts';
import type { Settings } from './seed.ts';

export interface TrafficPlan {
  readonly servers: number;
  readonly passes: number;
}

export interface TrafficResult extends TrafficPlan {
  readonly database: string;
  /** CPU time of this process for a pass that stores readings and traffic, and for one that stores readings only. */
  readonly cpuMs: number;
  readonly withoutMs: number;
  readonly elapsedMs: number;
}

const AIM_MS = 5_000;
const SERVERS = sql<{ rows: string; now: number }>(
  `insert into hosting (account_id, hostname, status, region, vcpus, memory_mb, disk_gb, image, kind, bounds, ipv4, ipv6,
     ssh_keys, search_text, revision, created_at, updated_at)
   select 1, 'web.example.com', 'running', 'default', 2, 2048, 40, 'debian/13', 'container',
     '{"traffic":{"includedGb":1000,"beyond":"throttle"}}', '[]', '[]', '[]', '', 0,
     cast(:now as bigint), cast(:now as bigint)
   from {each :rows as r} where true`,
);
const COUNTED = sql<object, { servers: number; bytes: number }>(
  'select count(*) as servers, sum(out_bytes) as bytes from hosting_traffic_months',
);

/** Measures passes in which every server has sent something. Every fifth pass also updates the records of the servers. */
export async function measureTraffic(database: string, settings: Settings, plan: TrafficPlan): Promise<TrafficResult> {
  const config = readConfig(settings);
  const { db, ...hostler } = await compose({
    config,
    clock: { now: () => Date.now() },
    log: pino({ level: 'silent' }),
  });
  await migrate({ ...hostler, db });
  const account = hostler.operator.accounts.create({ name: 'Many', email: 'many@example.com' });
  await db.write(() => account);
  const ids = JSON.stringify(Array.from({ length: plan.servers }, (_, index) => index));
  await db.write(() => SERVERS.run({ rows: ids, now: Date.now() }));
  await db.write(() => runScript('analyze;'));
  const beginMetering = createMetering({ trafficSettings: { timeZone: 'Europe/Berlin' } });
  // All readings are in one month.
  let now = Date.parse('2026-03-10T12:00:00Z');
  let passes = 0;
  const pass = async (metered: boolean) => {
    now += MINUTE;
    passes++;
    const samples = Array.from({ length: plan.servers }, (_, index) => sampleOf(index + 1, now, passes));
    const began = performance.now();
    const cpu = process.cpuUsage();
    await recordSamples(db, samples, undefined, metered ? beginMetering(now) : undefined);
    const { user, system } = process.cpuUsage(cpu);
    return { cpuMs: (user + system) / 1000, elapsedMs: performance.now() - began };
  };
  for (let warm = 0; warm < 2; warm++) await pass(true);
  const without = await repeat(plan.passes, () => pass(false));
  const measured = await repeat(plan.passes, () => pass(true));
  const counted = await db.read(COUNTED.one({}));
  if (counted?.servers !== plan.servers) throw new Error(`${counted?.servers} servers have traffic.`);
  await db.close();
  const slowest = (times: readonly number[]) => Math.max(...times);
  return {
    ...{ ...plan, database },
    cpuMs: slowest(measured.map(({ cpuMs }) => cpuMs)),
    withoutMs: slowest(without.map(({ cpuMs }) => cpuMs)),
    elapsedMs: slowest(measured.map(({ elapsedMs }) => elapsedMs)),
  };
}

async function repeat<T>(times: number, run: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < times; round++) results.push(await run());
  return results;
}

function sampleOf(id: number, at: number, pass: number): VpsSample {
  return {
    name: `vps-${id}`,
    at,
    cpuSeconds: pass,
    memoryUsedBytes: 2 ** 30,
    diskUsedBytes: 2 ** 30,
    networkInBytes: pass * 5e6,
    networkOutBytes: pass * 2e7,
    diskReadBytes: pass,
    diskWriteBytes: pass,
  };
}

export function renderTraffic(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  results: readonly TrafficResult[],
): string {
  return [
    `${date}, ${cpu}, Node ${node}. One pass stores a reading of every server and adds its traffic to its day and month.`,
    'Every fifth minute the records of the servers show the new totals. The slowest pass counts.',
    '',
    ...renderTable(
      ['servers', 'database', 'CPU', 'of which readings', 'elapsed', 'aim'],
      results.map(({ servers, database, cpuMs, withoutMs, elapsedMs }) => [
        servers.toLocaleString('en'),
        database,
        `${cpuMs.toFixed(0)} ms`,
        `${withoutMs.toFixed(0)} ms`,
        `${elapsedMs.toFixed(0)} ms`,
        judge(`< ${AIM_MS} ms CPU`, cpuMs < AIM_MS),
      ]),
    ),
  ].join('\n');
}
