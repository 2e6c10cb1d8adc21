import { runScript, sql } from '@hostler/database';
import { pino } from 'pino';
import { compose } from '../server/src/compose/compose.ts';
import type { VpsSample } from '../server/src/engines/vps/driver.ts';
import { MINUTE } from '../server/src/kernel/time.ts';
import { recordSamples } from '../server/src/modules/resources/hosting/metrics/jobs.ts';
import { createWatcher } from '../server/src/modules/resources/monitoring/evaluation/jobs.ts';
import { migrate } from '../server/src/program/prepare.ts';
import { readConfig } from '../server/src/settings/config.ts';
import { judge, renderTable, type Surroundings } from './report.ts';
import type { Settings } from './seed.ts';

export interface AlertPlan {
  readonly servers: number;
  readonly passes: number;
}

export interface AlertResult extends AlertPlan {
  readonly database: string;
  /** Time to record the readings, and time to record them and evaluate four rules for each server. */
  readonly recordMs: number;
  readonly evaluateMs: number;
  /** The same while one percent of the servers fire an alert in that pass. */
  readonly stormMs: number;
}

const AIM_MS = 1_000;
const SERVERS = sql<{ rows: string; now: number }>(
  `insert into hosting (account_id, hostname, status, region, vcpus, memory_mb, disk_gb, image, kind, bounds, ipv4, ipv6,
     ssh_keys, search_text, revision, created_at, updated_at)
   select 1, 'web.example.com', 'running', 'default', 2, 2048, 40, 'debian/13', 'container', '{}', '[]', '[]', '[]', '', 0,
     cast(:now as bigint), cast(:now as bigint)
   from {each :rows as r} where true`,
);
const RULES = sql<{ rows: string; now: number }>(
  `insert into monitoring_rules (account_id, hosting_id, metric, threshold, minutes, status, state, search_text, revision,
     created_at, updated_at)
   select 1, h.id, r.value ->> 'metric', cast(r.value ->> 'threshold' as double precision),
     cast(r.value ->> 'minutes' as bigint), 'active', 'unknown', '', 0, cast(:now as bigint), cast(:now as bigint)
   from hosting as h cross join {each :rows as r} where true`,
);
const FIRING = sql<object, { count: number }>(
  `select count(*) as count from monitoring_alerts where status = 'firing'`,
);

/** Measures all servers in one pass, each with the four rules that every server has. */
export async function measureAlerts(database: string, settings: Settings, plan: AlertPlan): Promise<AlertResult> {
  const config = readConfig({ ...settings, HOSTLER_METRICS_EVERY_SECONDS: '60' });
  const log = pino({ level: 'silent' });
  const { db, customer, ...hostler } = await compose({ config, clock: { now: () => Date.now() }, log });
  await migrate({ ...hostler, db, customer });
  const accounts = hostler.operator.accounts.create({ name: 'Many', email: 'many@example.com' });
  await db.write(() => accounts);
  let now = Date.now();
  const rows = (items: readonly unknown[]) => ({ rows: JSON.stringify(items), now });
  await db.write(() => SERVERS.run(rows(Array.from({ length: plan.servers }, (_, index) => index))));
  const four = [
    { metric: 'cpu', threshold: 90, minutes: 15 },
    { metric: 'memory', threshold: 95, minutes: 15 },
    { metric: 'disk', threshold: 90, minutes: 5 },
    { metric: 'down', minutes: 3 },
  ];
  await db.write(() => RULES.run(rows(four)));
  // Both databases analyze by themselves after a while.
  await db.write(() => runScript('analyze;'));
  const watcher = createWatcher({ db, alerts: customer.alerts, everyMs: MINUTE });
  const pass = async (watched: boolean, full = 0) => {
    now += MINUTE;
    const samples = Array.from({ length: plan.servers }, (_, index) => sampleOf(index + 1, now, index < full));
    const began = performance.now();
    await recordSamples(db, samples, watched ? { watcher, now, everyMs: MINUTE } : undefined);
    return performance.now() - began;
  };
  for (let warm = 0; warm < 2; warm++) await pass(true);
  const alone: number[] = [];
  const watched: number[] = [];
  for (let round = 0; round < plan.passes; round++) {
    alone.push(await pass(false));
    watched.push(await pass(true));
  }
  const full = plan.servers / 100;
  for (let minutes = 0; minutes < 4; minutes++) await pass(true, full);
  const stormMs = await pass(true, full);
  const fired = (await db.read(FIRING.one({})))?.count;
  if (fired !== full) throw new Error(`${fired} alerts fire instead of ${full}.`);
  await db.close();
  const recordMs = median(alone);
  return { ...plan, database, recordMs, evaluateMs: median(watched) - recordMs, stormMs: stormMs - recordMs };
}

function sampleOf(id: number, at: number, full: boolean): VpsSample {
  return {
    name: `vps-${id}`,
    at,
    cpuSeconds: at / 50_000,
    memoryUsedBytes: 2 ** 30,
    diskUsedBytes: Math.round((full ? 0.95 : 0.3) * 40 * 2 ** 30),
    networkInBytes: at,
    networkOutBytes: at,
    diskReadBytes: at,
    diskWriteBytes: at,
  };
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

export function renderAlerts(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  results: readonly AlertResult[],
): string {
  return [
    `${date}, ${cpu}, Node ${node}. One pass over all servers, of four rules each: the readings are held against the rules in the`,
    'transactions that record them, so each series is read once, as it comes in.',
    '',
    ...renderTable(
      ['servers', 'database', 'recording alone', 'rules on top', 'with 1 % firing', 'aim'],
      results.map(({ servers, database, recordMs, evaluateMs, stormMs }) => [
        servers.toLocaleString('en'),
        database,
        `${recordMs.toFixed(0)} ms`,
        `${evaluateMs.toFixed(0)} ms`,
        `${stormMs.toFixed(0)} ms`,
        judge(`< ${AIM_MS} ms`, evaluateMs < AIM_MS),
      ]),
    ),
  ].join('\n');
}
