import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fillTotals, runScript, sql } from '@hostler/database';
import { compose } from '../../server/src/compose/compose.ts';
import { createLogger } from '../../server/src/kernel/log.ts';
import { systemClock } from '../../server/src/kernel/time.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import { until } from '../../testing/until.ts';
import { startHostler } from '../processes.ts';
import type { Settings } from '../seed.ts';
import type { ConsolePlan } from './plan.ts';
import { copyAll, maxId } from './rows.ts';

export interface SeededConsole {
  /** Key of the operator API with the role of an owner. */
  readonly key: string;
  /** The customer with a fifth of all tickets. */
  readonly largeAccount: number;
  readonly smallAccount: number;
  readonly staff: number;
}

const RATE_LIMIT = 100_000;
const LISTED = [
  ...['tickets', 'invoices', 'payments', 'hosting', 'domains', 'emails', 'databases', 'backups', 'subscriptions'],
  ...['actions', 'applications', 'monitoring_alerts', 'monitoring_checks', 'monitoring_rules'],
];

/** Fills an empty database with copies of the rows of the demo, so that every list has rows that the program made. */
export async function seedConsole(settings: Settings, plan: ConsolePlan): Promise<SeededConsole> {
  await makeDemo(settings);
  const hostler = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  const { db, operator } = hostler;
  try {
    const seeded = await db.write(function* () {
      // Every reference is made here, and checking a million of them takes PostgreSQL half of the time.
      if (db.dialect === 'postgres') yield* runScript('set local session_replication_role = replica');
      const largeAccount = (yield* maxId('accounts')) + 1;
      const staff = (yield* FIRST_STAFF.one({}))?.id ?? 0;
      yield* copyAll(plan, largeAccount, staff, Date.now());
      for (const list of LISTED) yield* runScript(fillTotals(list));
      // Customers search nothing here, so the index of SQLite stays empty.
      if (db.dialect === 'sqlite') yield* runScript(SKIP_SEARCH_INDEX);
      const { key } = yield* operator.operatorKeys.create({ name: 'bench', role: 'owner', rate_limit: RATE_LIMIT });
      return { key, largeAccount, smallAccount: largeAccount + (4_711 % plan.customers), staff };
    });
    // PostgreSQL does this by itself a minute after such a change.
    if (db.dialect === 'postgres') await db.write(() => runScript('analyze'));
    return seeded;
  } finally {
    await db.close();
  }
}

/** Runs the demo until its company is complete. */
async function makeDemo(settings: Settings): Promise<void> {
  const server = await startHostler({ settings: { ...settings, HOSTLER_DEMO: '1', HOSTLER_SIMULATED_DELAY_MS: '0' } });
  await until(() => !existsSync(join(settings.HOSTLER_DATA_DIR ?? '', 'demo-unfinished')));
  await server.stop();
}

const FIRST_STAFF = sql<object, { id: number }>('select min(id) as id from persons where staff_role is not null');
const SKIP_SEARCH_INDEX = LISTED.map(
  (list) => `update search_marks set indexed_to = (select max(id) from ${list}) where list = '${list}';`,
).join('\n');
