import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { pino } from 'pino';
import { compose } from '../../server/src/compose/compose.ts';
import { type Clock, SECOND } from '../../server/src/kernel/time.ts';
import { serve } from '../../server/src/program/serve.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import { startReceiver } from '../../testing/receivers/webhook-receiver.ts';
import { actDirectly } from '../../testing/server/operator.ts';

/** A clock that stands still until it is moved, so that the same story always has the same times. */
export class StoryClock implements Clock {
  readonly start: number;
  #now: number;

  constructor(start: string) {
    this.start = Date.parse(start);
    this.#now = this.start;
  }

  now(): number {
    return this.#now;
  }

  moveTo(time: string): void {
    this.#now = Date.parse(time);
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

const UNFINISHED = sql<object, { count: number }>(
  `select (select count(*) from jobs) + (select count(*) from events where id is null)
     + (select count(*) from webhook_deliveries where status = 'pending')
     + (select count(*) from webhook_redeliveries) as count`,
);
const LOOK_EVERY_MS = 5;
const PATIENCE_MS = 60 * SECOND;

export type Installation = Awaited<ReturnType<typeof openInstallation>>;

/**
 * Starts the real server in this process, on SQLite and simulated engines, at the story's time, and a receiver of
 * webhooks.
 */
export async function openInstallation(clock: StoryClock) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hostler-examples-'));
  const config = readConfig({
    HOSTLER_DATA_DIR: dataDir,
    // Names of databases are derived from it.
    HOSTLER_SECRET_KEY: 'a secret key that only examples know about',
    HOSTLER_PORT: '0',
    HOSTLER_LOG_LEVEL: 'silent',
    HOSTLER_SIMULATED_DELAY_MS: '0',
    HOSTLER_NAMESERVERS: 'ns1.example.net,ns2.example.net',
    HOSTLER_MAIL_HOST: 'mail.example.net',
    // No resolver listens there, so queries are refused at once.
    HOSTLER_DNS_RESOLVERS: '127.0.0.1:1',
    HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  });
  // Recurring jobs run by timers, so their times would differ in each run.
  const hostler = { ...(await compose({ config, clock, log: pino({ level: 'silent' }) })), recurring: [] };
  const receiver = await startReceiver();
  const running = await serve(hostler);
  return {
    hostler,
    clock,
    url: running.url ?? '',
    receiver,
    operator: actDirectly(hostler),
    vpsDir: join(dataDir, 'simulated', 'vps'),
    /** Waits until the queue is empty, so that the next call always finds the work done. */
    async settle(): Promise<void> {
      const deadline = performance.now() + PATIENCE_MS;
      while ((await hostler.db.read(UNFINISHED.one({})))?.count !== 0) {
        if (performance.now() > deadline) throw new Error('What was queued is never done.');
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    },
    async close(): Promise<void> {
      await running.stop();
      await receiver.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
