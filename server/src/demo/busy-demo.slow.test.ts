import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { prepareDemo } from './demo.ts';

const BUSY_PROCESSES = 8;
/** A start needs six seconds of a processor, of which the busy processes leave a small part. */
const LONGEST = 10 * MINUTE;
/** Ten starts, some of them at the same time, because each one mostly waits. */
const ROUNDS = [1, 2];
const AT_ONCE = 5;

interface Found {
  readonly status: string;
}

/** Its load slows all other tests down, so it runs alone: HOSTLER_TEST_LOAD=on npx vitest run --project sqlite busy-demo */
const isAlone = process.env.HOSTLER_TEST_LOAD === 'on';
const busy: ChildProcess[] = [];

beforeAll(() => {
  if (!isAlone) return;
  for (let count = 0; count < BUSY_PROCESSES; count++) {
    busy.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  }
});
afterAll(() => {
  for (const process of busy) process.kill('SIGKILL');
});

function countByStatus(records: readonly Found[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of records) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Starts a demo with the delays of the simulated engines, and returns what it contains when it is complete. */
async function startDemo() {
  const server = await startTestServer({ env: { HOSTLER_DEMO: '1', HOSTLER_SIMULATED_DELAY_MS: '400' } });
  try {
    const demo = await prepareDemo(server.hostler, server.url);
    await demo.finished;
    await server.runUpkeep('billing.run');
    const [account] = (await server.operator.accounts.list()).filter(({ name }) => name === 'Larkspur Studio');
    const key = await server.hostler.db.write(() =>
      server.hostler.operator.keys.create({
        ...{ account_id: account?.id ?? 0, name: 'test', environment: 'live' as const },
        scopes: ['hosting.read', 'billing.read', 'domains.read', 'applications.read', 'backups.read'],
      }),
    );
    const list = async (path: string) => (await server.get<Found[]>(`${path}?per_page=100`, key.key)).body.data;
    await until(async () => (await list('/applications')).every(({ status }) => status !== 'installing'));
    await until(async () => (await list('/hosting')).every(({ status }) => status !== 'restarting'));
    return {
      isUnfinished: existsSync(join(server.dataDir, 'demo-unfinished')),
      servers: countByStatus(await list('/hosting')),
      subscriptions: countByStatus(await list('/subscriptions')),
      domains: (await list('/domains')).length,
      applications: countByStatus(await list('/applications')),
      backups: countByStatus(await list('/backups')),
    };
  } finally {
    await server.stop();
  }
}

describe.skipIf(!isAlone)('the demo on a busy machine', () => {
  beforeAll(() => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  it.each(ROUNDS)('is complete after every start (round %i)', { timeout: LONGEST }, async () => {
    const found = await Promise.all(Array.from({ length: AT_ONCE }, startDemo));
    expect(found).toEqual(
      Array.from({ length: AT_ONCE }, () => ({
        isUnfinished: false,
        servers: { running: 6, stopped: 1, suspended: 1, terminated: 1 },
        subscriptions: { active: 7, pending: 1, suspended: 1, cancelled: 1 },
        domains: 3,
        applications: { running: 3 },
        backups: { completed: 7, failed: 1 },
      })),
    );
  });
});
