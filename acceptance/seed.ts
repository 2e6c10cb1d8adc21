import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOnce } from '../testing/make-once.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { runCommand, runHostler, type Settings } from './hostler-process.ts';

export interface Customer {
  readonly id: number;
  readonly name: string;
  /** Key with all scopes and a rate limit that no test reaches. */
  readonly live: string;
  readonly test: string;
  /** A VPS with its subscription. */
  readonly hosting: number;
  readonly subscription: number;
}

/** Two customers for every test file. Created once per run by operator commands, then copied. */
export interface Seed {
  readonly alpha: Customer;
  readonly beta: Customer;
}

export interface SeededDatabase {
  readonly settings: Settings;
  /** Template data folder; copy it, never use it directly. */
  readonly folder: string;
  readonly seed: Seed;
  drop(): Promise<void>;
}

export const runsOnPostgres = process.env.HOSTLER_TEST_DATABASE === 'postgres';
const SECRET_KEY = 'a secret key that only the acceptance tests know';

export async function openDatabase(): Promise<SeededDatabase> {
  const folder = sharedFolder();
  return runsOnPostgres ? openPostgres(join(folder, 'postgres')) : openSqlite(join(folder, 'sqlite'));
}

/** Returns the folder that vitest-setup.ts created for this run. */
export function sharedFolder(): string {
  const folder = process.env.HOSTLER_ACCEPTANCE_FOLDER;
  if (!folder) throw new Error('HOSTLER_ACCEPTANCE_FOLDER is not set; run the tests with vitest.');
  return folder;
}

async function openSqlite(folder: string): Promise<SeededDatabase> {
  const dataDir = join(folder, 'data');
  const seed = await makeOnce(folder, () => sow({ HOSTLER_DATA_DIR: dataDir }));
  return { settings: {}, folder: dataDir, seed, drop: async () => {} };
}

async function openPostgres(folder: string): Promise<SeededDatabase> {
  const dataDir = join(folder, 'data');
  const seedFile = join(folder, 'seed.json');
  await mkdir(dataDir, { recursive: true });
  const database = await createTestDatabase({
    template: 'acceptance',
    async migrate(url) {
      const settings = { HOSTLER_DATA_DIR: dataDir, HOSTLER_DATABASE_URL: url, HOSTLER_SECRET_KEY: SECRET_KEY };
      const { code, stderr } = await runHostler(['migrate'], settings);
      if (code !== 0) throw new Error(`hostler migrate ended with ${code}: ${stderr}`);
      // The template is complete only after this write.
      await writeFile(seedFile, JSON.stringify(await sow(settings)));
    },
  });
  return {
    settings: { ...database.settings, HOSTLER_SECRET_KEY: SECRET_KEY },
    folder: dataDir,
    seed: JSON.parse(await readFile(seedFile, 'utf8')) as Seed,
    drop: database.drop,
  };
}

async function sow(settings: Settings): Promise<Seed> {
  const { id: plan } = await runCommand<{ id: number }>(
    ['plan', 'create', '--name', 'VPS S', '--price', 1000, '--currency', 'EUR'],
    settings,
  );
  const alpha = await createCustomer('Alpha', plan, settings);
  return { alpha, beta: await createCustomer('Beta', plan, settings) };
}

async function createCustomer(name: string, plan: number, settings: Settings): Promise<Customer> {
  const email = `${name.toLowerCase()}@example.com`;
  const { id } = await runCommand<{ id: number }>(['account', 'create', '--name', name, '--email', email], settings);
  const address = ['--street', 'Lindenweg 2', '--postal-code', '10117', '--city', 'Berlin', '--country', 'DE'];
  await runCommand(['account', 'tax', '--id', id, ...address], settings);
  const createKey = async (environment: string) => {
    const what = ['--account', id, '--environment', environment, '--scopes', 'all', '--rate-limit', 1_000_000_000];
    return (await runCommand<{ key: string }>(['key', 'create', ...what], settings)).key;
  };
  const hostname = `${name.toLowerCase()}.test`;
  const subscribe = runCommand<{ id: number; hosting_id: number }>(
    ['subscription', 'create', '--account', id, '--plan', plan, '--hostname', hostname],
    settings,
  );
  const [live, test, subscription] = await Promise.all([createKey('live'), createKey('test'), subscribe]);
  return { id, name, live, test, hosting: subscription.hosting_id, subscription: subscription.id };
}
