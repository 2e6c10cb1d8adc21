// Measures a worker with a thousand checks a minute: whether each runs in time, what it costs, and whether hanging
// checks delay others.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@hostler/database';
import { compose } from '../server/src/compose/compose.ts';
import { createLogger } from '../server/src/kernel/log.ts';
import { SECOND, systemClock } from '../server/src/kernel/time.ts';
import { nextTurn } from '../server/src/modules/resources/monitoring/checks/watching/verdict.ts';
import { migrate } from '../server/src/program/prepare.ts';
import { readConfig } from '../server/src/settings/config.ts';
import { startHostler } from './processes.ts';
import type { DatabaseResult } from './report.ts';
import type { Settings } from './seed.ts';

export interface CheckPlan {
  readonly customers: number;
  readonly checksOfEach: number;
  /** Customers all of whose checks hang, and the number of checks of each. */
  readonly hanging: number;
  readonly hangingOfEach: number;
  readonly minutes: number;
}

export interface CheckResult {
  readonly database: DatabaseResult['database'];
  readonly checks: number;
  readonly perMinute: number;
  readonly late: { readonly p50Ms: number; readonly p99Ms: number };
  /** The same while checks of other customers hang. */
  readonly lateBesideHanging: { readonly p50Ms: number; readonly p99Ms: number };
  /** Processor time per check, compared with the same process before it had any checks. */
  readonly cpuMsPerCheck: number;
  readonly rssMb: readonly [before: number, after: number];
}

const INTERVAL = 60;
const MINUTE_MS = INTERVAL * SECOND;

/** Selects the results of the checks of some accounts since a time. */
const RESULTS = sql<{ since: number; first: number; last: number }, { check_id: number; at: number }>(
  `select r.check_id, r.at from monitoring_check_results as r join monitoring_checks as c on c.id = r.check_id
   where r.at > :since and c.account_id between :first and :last`,
);
/** Gives each check its own due time at once, as it would have after a while. */
const SPREAD = sql<{ rows: string }>(
  `update monitoring_check_states set due_at = r.new_due_at
   from (select cast(v.value ->> 'id' as bigint) as id, cast(v.value ->> 'due_at' as bigint) as new_due_at
         from {each :rows as v}) as r
   where check_id = r.id`,
);

export async function measureChecks(
  database: DatabaseResult['database'],
  given: Settings,
  plan: CheckPlan,
): Promise<CheckResult> {
  const tell = (text: string) => process.stderr.write(`${database}: ${text}…\n`);
  const settings = { ...given, HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', HOSTLER_LIMITS: 'none' };
  const well = await listen(createServer((_, response) => response.end('Welcome')));
  const silent = await listen(createServer(() => {}));
  const installation = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  const { db } = installation;
  await migrate(installation);

  /** Returns the first and the last account. Their ids are consecutive. */
  async function addChecks(customers: number, each: number, port: number): Promise<{ first: number; last: number }> {
    const ids: number[] = [];
    for (let customer = 0; customer < customers; customer++) {
      await db.write(function* () {
        const email = `checks-${port}-${customer}@example.com`;
        const { id } = yield* installation.operator.accounts.create({ name: `Customer ${customer}`, email });
        ids.push(id);
        const made: { id: number; due_at: number }[] = [];
        for (let check = 0; check < each; check++) {
          const host = `127.0.${1 + (customer % 250)}.${1 + (check % 250)}`;
          const input = { type: 'http', target: `http://${host}:${port}/`, interval_seconds: INTERVAL } as const;
          const { id: checkId } = yield* installation.operator.checks.create({ account_id: id, ...input });
          made.push({ id: checkId, due_at: nextTurn(checkId, INTERVAL, Date.now() + SECOND) });
        }
        yield* SPREAD.run({ rows: JSON.stringify(made) });
      });
    }
    return { first: Math.min(...ids), last: Math.max(...ids) };
  }

  /** Returns how late each result since then was, compared with the due time of its check. */
  async function readDelays(of: { first: number; last: number }, since: number): Promise<number[]> {
    const rows = await db.read(RESULTS.all({ since, ...of }));
    return rows.map(({ check_id, at }) => at - (nextTurn(check_id, INTERVAL, at) - MINUTE_MS)).sort((a, b) => a - b);
  }

  const server = await startHostler({ settings });
  try {
    await sleep(5 * SECOND);
    const idleCpu = await measureCpu(server, 10 * SECOND);
    const before = server.readRssMb();
    tell(`${plan.customers * plan.checksOfEach} checks a minute`);
    const customers = await addChecks(plan.customers, plan.checksOfEach, portOf(well));
    await sleep(MINUTE_MS);
    const since = Date.now();
    const cpu = await measureCpu(server, plan.minutes * MINUTE_MS);
    const delays = await readDelays(customers, since);
    const rssMb = [before, server.readRssMb()] as const;
    tell(`${plan.hanging * plan.hangingOfEach} more that hang`);
    await addChecks(plan.hanging, plan.hangingOfEach, portOf(silent));
    await sleep(MINUTE_MS);
    const sinceHanging = Date.now();
    await sleep(MINUTE_MS);
    return {
      database,
      checks: plan.customers * plan.checksOfEach,
      perMinute: delays.length / plan.minutes,
      late: percentiles(delays),
      lateBesideHanging: percentiles(await readDelays(customers, sinceHanging)),
      cpuMsPerCheck: ((cpu - idleCpu) * plan.minutes * INTERVAL) / delays.length,
      rssMb,
    };
  } finally {
    await server.stop();
    await db.close();
    for (const one of [well, silent]) {
      one.closeAllConnections();
      one.close();
    }
  }
}

/** Returns processor milliseconds per second. */
async function measureCpu(server: { readCpuMs(): number }, ms: number): Promise<number> {
  const before = server.readCpuMs();
  await sleep(ms);
  return ((server.readCpuMs() - before) / ms) * SECOND;
}

function percentiles(sorted: readonly number[]) {
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
