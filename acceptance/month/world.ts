import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { expect } from 'vitest';
import type { OrderedSubscription } from '../../testing/api-types.ts';
import { until } from '../../testing/until.ts';
import { openMovedClock } from '../moved-clock.ts';
import { sharedFolder } from '../seed.ts';
import { queryStored } from '../stored.ts';
import { openWorld } from '../world.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const SELLER = 'books@example.com';
export const STAFF = 'engineer@example.com';

export interface Customer {
  readonly id: number;
  readonly email: string;
  readonly key: string;
}

export interface SubscriptionRow {
  readonly id: number;
  readonly status: string;
  readonly hosting_id: number | null;
  readonly delivery_attempts: number;
  readonly retry_at: number | null;
  readonly current_period_start: number;
  readonly current_period_end: number;
}

interface Part {
  readonly part: string;
  readonly state: string;
  readonly detail: string;
  readonly advice: string | null;
}

export type MonthWorld = Awaited<ReturnType<typeof openMonthWorld>>;

/** Starts the real program on a real LXD with a movable clock and a seller without tax. */
export async function openMonthWorld(lxdUrl: string, start: number) {
  const project = `month-${randomBytes(4).toString('hex')}`;
  const folder = await mkdtemp(join(sharedFolder(), 'month-'));
  const clock = openMovedClock(join(folder, 'clock'), start);
  const world = await openWorld({
    // Held billing and stopped invoicing log expected errors.
    errorsExpected: true,
    settings: {
      HOSTLER_VPS_ENGINE: 'incus',
      HOSTLER_INCUS_URL: lxdUrl,
      HOSTLER_INCUS_PROJECT: project,
      HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated',
      HOSTLER_SELLER_NAME: 'Example Hosting',
      HOSTLER_SELLER_EMAIL: SELLER,
      HOSTLER_SELLER_TIME_ZONE: 'Europe/Berlin',
      HOSTLER_TAX_SMALL_BUSINESS: 'on',
      HOSTLER_DOCUMENT_ARCHIVE: join(folder, 'documents'),
      ...clock.settings,
    },
  });
  const { server, client } = world;
  const images: string[] = [];
  let files = 0;

  async function lxc(...args: string[]): Promise<string> {
    const env = { ...process.env, LXD_DIR: dirname(lxdUrl.slice('unix:'.length)) };
    return (await promisify(execFile)('lxc', args, { env })).stdout.trim();
  }

  const query = async <T>(text: string) => (await queryStored(server.settings, text)) as T[];

  function write(text: string): void {
    const database = new Sqlite(join(server.dataDir, 'hostler.db'), { timeout: 30_000 });
    database.exec(text);
    database.close();
  }

  async function readOrder(id: number): Promise<SubscriptionRow> {
    const [row] = await query<SubscriptionRow>(`select * from subscriptions where id = ${id}`);
    expect(row).toBeDefined();
    return row as SubscriptionRow;
  }

  return {
    ...world,
    clock,
    project,
    lxc,
    query,
    readOrder,

    /** Adds an alias for the small image of this LXD, like `lxc image copy`. */
    async importImage(alias: string): Promise<void> {
      const fingerprint = (await lxc('image', 'list', 'busybox', '--format', 'csv', '--columns', 'F')).split('\n')[0];
      await lxc('image', 'alias', 'create', alias, fingerprint ?? '');
      images.push(alias);
    },

    listMachines: async () =>
      (await lxc('list', '--project', project, '--format', 'csv', '--columns', 'ns')).split('\n').filter(Boolean),

    async createCustomer(name: string): Promise<Customer> {
      const email = `${name.toLowerCase()}@example.com`;
      const { id } = await server.command<{ id: number }>('account', 'create', '--name', name, '--email', email);
      const address = ['--street', 'Lindenweg 2', '--postal-code', '10117', '--city', 'Berlin', '--country', 'DE'];
      const [{ key }] = await Promise.all([
        server.command<{ key: string }>('key', 'create', '--account', id, '--environment', 'live', '--scopes', 'all'),
        server.command('account', 'tax', '--id', id, ...address),
      ]);
      return { id, email, key };
    },

    /** Saves a card of the simulated provider that always succeeds. */
    saveCard({ id }: Customer): void {
      write(`insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
        values (${id}, 'mandate:${id}', 'simulated', 'sim_ok', 'A card', 'active', 1, ${clock.now()})`);
    },

    async order({ key }: Customer, plan: string, hostname: string): Promise<OrderedSubscription> {
      const answer = await client.post('/subscriptions', key, { plan, hostname });
      expect([plan, answer.status, answer.body.error]).toEqual([plan, 201, undefined]);
      return answer.body.data;
    },

    show: async ({ key }: Customer, id: number) => (await client.get(`/subscriptions/show?id=${id}`, key)).body.data,

    untilOrder: (id: number, condition: (row: SubscriptionRow) => boolean) =>
      until(async () => condition(await readOrder(id))),

    async doctor(part: string): Promise<Part> {
      const parts = await server.command<Part[]>('doctor');
      return parts.find((one) => one.part === part) as Part;
    },

    async importStatement(content: string, ...options: string[]) {
      const file = join(folder, `statement-${++files}`);
      await writeFile(file, content);
      const command = ['payment', 'import', '--file', file, ...options];
      return server.command<{ matched: number; unmatched: number; held: number; again: number }>(...command);
    },

    /** Waits until no due work is queued. */
    settle: () =>
      until(async () => {
        const [due] = await query<{ count: number }>(
          `select count(*) as count from jobs where run_at <= ${clock.now() + MINUTE}`,
        );
        return due?.count === 0;
      }),

    async close(): Promise<void> {
      await world.close();
      for (const line of (await lxc('list', '--project', project, '--format', 'csv', '--columns', 'n')).split('\n')) {
        if (line) await lxc('delete', '--force', line, '--project', project);
      }
      await lxc('project', 'delete', project);
      for (const alias of images) await lxc('image', 'alias', 'delete', alias);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
