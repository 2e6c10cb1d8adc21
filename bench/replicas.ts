import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { type Case, type CaseName, prepareCases } from './cases.ts';
import { type Measurement, measureLoad } from './load.ts';
import { makeFolder, removeFolder, type StartedServer, startHostler } from './processes.ts';
import { DATABASE_NAMES, renderTable, type Surroundings } from './report.ts';
import { type Settings, seedTickets } from './seed.ts';

export interface ReplicaPlan {
  readonly accounts: number;
  readonly tickets: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** Cost of a request with this many servers in parallel. */
export interface ReplicaCost {
  readonly database: 'sqlite' | 'postgres';
  readonly name: CaseName;
  readonly servers: number;
  /** Sum of all servers. */
  readonly perSecond: number;
  readonly serverUs: number;
  /** Time of all processes of PostgreSQL; zero on SQLite, which is part of the server. */
  readonly databaseUs: number;
}

const CASES: readonly CaseName[] = ['show', 'list', 'create'];

/** Measures the same load on one server and, on PostgreSQL, spread over two, which share a core. */
export async function measureReplicas(
  database: ReplicaCost['database'],
  settings: Settings,
  plan: ReplicaPlan,
): Promise<ReplicaCost[]> {
  const folder = makeFolder();
  const cases = prepareCases(folder, await seedTickets(settings, plan)).filter(({ name }) => CASES.includes(name));
  const readDatabaseMs = database === 'postgres' ? await findDatabaseCpu(settings) : () => 0;
  const first = await startHostler({ settings });
  const groups = [[first], ...(database === 'postgres' ? [[first, await startHostler({ settings })]] : [])];
  const costs: ReplicaCost[] = [];
  for (const which of cases) {
    // The groups alternate, so that a slow machine slows both down.
    const rounds: ReplicaCost[] = [];
    for (let round = 0; round < plan.rounds; round++) {
      for (const servers of groups) {
        await loadAll(servers, which, plan.warmUpSeconds);
        const before = readDatabaseMs();
        const [perSecond, serverUs] = await loadAll(servers, which, plan.seconds);
        const databaseUs = ((readDatabaseMs() - before) * 1000) / (perSecond * plan.seconds);
        rounds.push({ database, name: which.name, servers: servers.length, perSecond, serverUs, databaseUs });
      }
    }
    for (const { length } of groups) costs.push(leastCpu(rounds.filter(({ servers }) => servers === length)));
  }
  await Promise.all((groups.at(-1) ?? []).map((server) => server.stop()));
  removeFolder(folder);
  return costs;
}

/** Returns the requests a second of all servers together, and the server's cost of one request. */
async function loadAll(servers: readonly StartedServer[], { requestFile }: Case, seconds: number) {
  const loads = await Promise.all(servers.map((server) => measureLoad(server, requestFile, seconds)));
  const perSecond = sum(loads, (load) => load.perSecond);
  return [perSecond, sum(loads, (load) => load.cpuUs * load.perSecond) / perSecond] as const;
}

function sum(loads: readonly Measurement[], value: (load: Measurement) => number): number {
  return loads.reduce((total, load) => total + value(load), 0);
}

/** Returns the round that other processes of the machine disturbed least. */
function leastCpu(rounds: readonly ReplicaCost[]): ReplicaCost {
  const [least] = rounds.toSorted((a, b) => a.serverUs + a.databaseUs - b.serverUs - b.databaseUs);
  if (!least) throw new Error('Nothing was measured.');
  return least;
}

/**
 * Returns a function that reads the processor time of all PostgreSQL processes so far, including those that have ended.
 */
async function findDatabaseCpu({ HOSTLER_DATABASE_URL = '' }: Settings): Promise<() => number> {
  const client = new pg.Client({ connectionString: HOSTLER_DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = readStat(rows[0]?.pid ?? 0)?.parent;
  await client.end();
  if (postmaster === undefined) throw new Error('The processes of PostgreSQL are not found.');
  return () => {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name)) ?? []);
    const own = all.find(({ pid }) => pid === postmaster);
    const children = all.filter(({ parent }) => parent === postmaster);
    return (own?.ownMs ?? 0) + (own?.endedMs ?? 0) + children.reduce((total, { ownMs }) => total + ownMs, 0);
  };
}

/** Times are in ticks of 10 ms. The second field, a name, may contain spaces. */
function readStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ms = (...at: number[]) => at.reduce((total, index) => total + (fields[index] ?? 0) * 10, 0);
    return { pid, parent: fields[1] ?? 0, ownMs: ms(11, 12), endedMs: ms(13, 14) };
  } catch {
    return undefined;
  }
}

export function renderReplicas(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  { rounds, seconds }: ReplicaPlan,
  costs: readonly ReplicaCost[],
): string {
  return [
    `${date}, ${cpu}, Node ${node}. The best of ${rounds} rounds of ${seconds} s by processor time, one server and two in turn. All servers`,
    'share one core, PostgreSQL (with every commit on disk) and the load the other: two servers cannot be faster here, and what',
    'a second one costs is the difference of the columns. The last two columns follow from the processor time alone: what one',
    'core of servers answers when PostgreSQL does not hold it up, and how many such cores keep one core of PostgreSQL busy.',
    '',
    ...renderTable(
      [
        'database',
        'request',
        'servers',
        'measured 1/s',
        'server CPU µs',
        'PostgreSQL CPU µs',
        '1/s of a core of servers',
        'cores of servers for one of PostgreSQL',
      ],
      costs.map(({ database, name, servers, perSecond, serverUs, databaseUs }) => [
        DATABASE_NAMES[database],
        name,
        String(servers),
        Math.round(perSecond).toLocaleString('en'),
        serverUs.toFixed(0),
        database === 'sqlite' ? '' : databaseUs.toFixed(0),
        Math.round(1e6 / serverUs).toLocaleString('en'),
        database === 'sqlite' ? '' : (serverUs / databaseUs).toFixed(1),
      ]),
    ),
    '',
  ].join('\n');
}
