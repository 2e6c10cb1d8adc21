// What `npm run bench` runs: how fast the server is, as a share of what node:http can do at all.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startServices } from '../scripts/services/index.ts';
import { CONNECTIONS, findLoadProblem } from './load.ts';
import { measureDatabase, type Plan } from './measure.ts';
import { makeFolder, pinThisProcess, removeFolder } from './processes.ts';
import { profileDatabase } from './profile.ts';
import { type DatabaseResult, renderReport } from './report.ts';
import type { Settings } from './seed.ts';

const RESULTS = new URL('./RESULTS.md', import.meta.url);
const FULL: Plan = {
  accounts: 1_000,
  tickets: 200_000,
  largeTickets: 1_000_000,
  rounds: 3,
  seconds: 5,
  warmUpSeconds: 2,
  pageRequests: 300,
};
/** For whoever works on the server: about half a minute, and no more than a hint. */
const QUICK: Plan = {
  accounts: 100,
  tickets: 20_000,
  largeTickets: 100_000,
  rounds: 1,
  seconds: 1,
  warmUpSeconds: 1,
  pageRequests: 100,
};
const HELP = `npm run bench -- [--quick] [--only sqlite|postgres] [--profile]
  --quick    1 s a case, 20,000 tickets, SQLite only unless --only names the other
  --only     one database; RESULTS.md is written by whole runs only
  --profile  instead of speed: where the server spends its time in each case`;

type Database = DatabaseResult['database'];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    profile: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (options.help) return console.log(HELP);
  const databases = chooseDatabases();
  const problem = availableParallelism() < 2 ? 'the server and the load need a core each' : findLoadProblem();
  if (problem !== undefined) throw new Error(`Nothing can be measured here: ${problem}.`);
  pinThisProcess();
  const plan = options.quick ? QUICK : FULL;
  if (options.profile) {
    for (const database of databases) {
      console.log(await withSettings(database, (settings) => profileDatabase(database, settings, plan)));
    }
    return;
  }
  const results: DatabaseResult[] = [];
  for (const database of databases) {
    results.push(await withSettings(database, (settings) => measureDatabase(database, settings, plan)));
  }
  const report = renderReport(
    {
      date: new Date().toISOString().slice(0, 10),
      cpu: `${cpus()[0]?.model ?? 'unknown processor'} (${process.arch})`,
      node: process.version,
      connections: CONNECTIONS,
      ...plan,
    },
    results,
  );
  console.log(report);
  // A part or a hurried run must not replace the numbers of a whole one.
  if (!options.quick && options.only === undefined) writeFileSync(RESULTS, report);
}

function chooseDatabases(): Database[] {
  const { only, quick } = options;
  if (only === undefined) return quick ? ['sqlite'] : ['sqlite', 'postgres'];
  if (only === 'sqlite' || only === 'postgres') return [only];
  throw new Error('--only takes sqlite or postgres.');
}

/** Gives an empty database that is gone afterwards. */
async function withSettings<T>(database: Database, use: (settings: Settings) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  try {
    if (database === 'sqlite') return await use({ HOSTLER_DATA_DIR: folder });
    // Always a private one: a server somebody named for their tests is no place for a million tickets.
    delete process.env.HOSTLER_TEST_POSTGRES_URL;
    const services = await startServices(['postgres'], { durable: true, required: true });
    try {
      return await use({
        HOSTLER_DATA_DIR: folder,
        HOSTLER_DATABASE_URL: services.urls.postgres ?? '',
        HOSTLER_SECRET_KEY: randomBytes(32).toString('hex'),
      });
    } finally {
      await services.stop();
    }
  } finally {
    removeFolder(folder);
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`bench: ${error.message}\n`);
    process.exit(1);
  },
);
