import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillTotals, runScript } from '@hostler/database';
import { compose } from '../../server/src/compose/compose.ts';
import { createLogger } from '../../server/src/kernel/log.ts';
import { SCOPES } from '../../server/src/kernel/scopes.ts';
import { systemClock } from '../../server/src/kernel/time.ts';
import { migrate } from '../../server/src/program/prepare.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import { copyRows } from '../copy-rows.ts';
import { measureLoad } from '../load.ts';
import { makeFolder, removeFolder, startHostler } from '../processes.ts';
import type { Settings } from '../seed.ts';

export interface ServerListPlan {
  readonly rounds: number;
  readonly seconds: number;
}

/** Processor time of a request for a list of servers, which have tags and addresses or neither. */
export interface ServerListResult {
  readonly database: 'sqlite' | 'postgres';
  readonly plainUs: number;
  readonly fullUs: number;
}

const SERVERS = 200;
const RATE_LIMIT = 1_000_000_000;
const TAGS = `'["env:prod","shop","team-' || (n % 7) || '"]'`;

/** Alternates both lists, so that a slow machine slows both down. */
export async function measureServerLists(
  database: ServerListResult['database'],
  settings: Settings,
  { rounds, seconds }: ServerListPlan,
): Promise<ServerListResult> {
  process.stderr.write(`servers, ${database}: lists…\n`);
  const keys = await seed(settings);
  const folder = makeFolder();
  // The engine knows nothing of these servers.
  const server = await startHostler({ settings: { ...settings, HOSTLER_WORKER: 'off' } });
  const leastUs = { plain: Number.POSITIVE_INFINITY, full: Number.POSITIVE_INFINITY };
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const which of ['plain', 'full'] as const) {
        const file = join(folder, which);
        // The load adds a number. Each means the maximum of 100, and no cached page helps.
        writeFileSync(file, `GET\t${keys[which]}\t/api/v1/hosting?per_page=\t\t\n`);
        const { cpuUs } = await measureLoad(server, file, seconds);
        // The first round warms up.
        if (round > 0) leastUs[which] = Math.min(leastUs[which], cpuUs);
      }
    }
  } finally {
    await server.stop();
    removeFolder(folder);
  }
  return { database, plainUs: leastUs.plain, fullUs: leastUs.full };
}

async function seed(settings: Settings): Promise<{ plain: string; full: string }> {
  const hostler = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  const { db, operator } = hostler;
  try {
    await migrate(hostler);
    return await db.write(function* () {
      const keys = { plain: '', full: '' };
      for (const name of ['plain', 'full'] as const) {
        const { id } = yield* operator.accounts.create({ name, email: `${name}@example.com` });
        const made = yield* operator.hosting.create({ account_id: id, hostname: 'web.example.com' });
        const filled = { tags: TAGS, ipv4: `'["203.0.113.' || n || '"]'`, ipv6: `'["2001:db8::' || n || '"]'` };
        yield* copyRows('hosting', `id = ${made.id}`, SERVERS, {
          ...{ account_id: id, status: `'running'`, pending: 'null' },
          ...(name === 'full' ? filled : {}),
        });
        const access = { environment: 'live' as const, scopes: SCOPES, rate_limit: RATE_LIMIT };
        keys[name] = (yield* operator.keys.create({ account_id: id, ...access })).key;
      }
      yield* runScript(fillTotals('hosting'));
      return keys;
    });
  } finally {
    await db.close();
  }
}
