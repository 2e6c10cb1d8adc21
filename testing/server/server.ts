import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Query, sql } from '@hostler/database';
import { type Logger, pino } from 'pino';
import { compose } from '../../server/src/compose/compose.ts';
import type { ErrorDetail, ErrorParams } from '../../server/src/kernel/errors.ts';
import type { Surface } from '../../server/src/kernel/http/surface.ts';
import { isClockBelieved } from '../../server/src/kernel/jobs/clock-trust.ts';
import type { Pace } from '../../server/src/kernel/jobs/presence.ts';
import { Worker } from '../../server/src/kernel/jobs/worker.ts';
import { SCOPES } from '../../server/src/kernel/scopes.ts';
import { type Clock, MINUTE } from '../../server/src/kernel/time.ts';
import { createApp } from '../../server/src/program/app.ts';
import { findCommand, parseOptions, runCommand } from '../../server/src/program/command-line.ts';
import type { Hostler } from '../../server/src/program/hostler.ts';
import { migrate } from '../../server/src/program/prepare.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import type { Action, ApiData, ApiPath } from '../api-types.ts';
import { showFailedRequests } from '../log-lines.ts';
import { createTestDatabase } from '../test-database.ts';
import { copyTestFile } from '../test-file.ts';
import { eventually } from '../until.ts';
import { actDirectly, type Given } from './operator.ts';

/** A clock that tests can advance; otherwise it follows real time. */
export class TestClock implements Clock {
  #ahead = 0;
  #stoodAt: number | undefined;

  now(): number {
    return (this.#stoodAt ?? Date.now()) + this.#ahead;
  }

  /** Stops the clock, so that only `advance` moves it: for states that would pass on a busy machine. */
  standStill(): void {
    this.#stoodAt ??= Date.now();
  }

  advance(ms: number): void {
    this.#ahead += ms;
  }
}

/** Long intervals, so that no worker loses its leases on a busy machine. */
export const PATIENT: Pace = { beatEveryMs: 1_000, listenEveryMs: 500, silentAfterMs: 30_000 };

export interface TestServerOptions {
  /** HOSTLER_… settings on top of the test defaults. */
  env?: Record<string, string>;
  /** Without a worker actions stay queued, and events without a number. */
  worker?: boolean;
  /** Recurring jobs that only the test runs: a run of the worker would interfere. */
  byHand?: readonly string[] | 'all';
  /** Additional API surfaces. */
  surfaces?: readonly Surface[];
  log?: Logger;
  /** On PostgreSQL: returns the URL to use in place of the database's own, for example of a relay. */
  connectVia?: (databaseUrl: string) => Promise<string>;
}

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: {
    success: boolean;
    message?: string;
    data: T;
    meta: Record<string, unknown>;
    links: Record<string, unknown>;
    error: ErrorBody;
  };
}

interface ErrorBody {
  code: string;
  message: string;
  reason: string;
  params?: ErrorParams;
  details?: ErrorDetail[];
}

export interface TestAccount {
  id: number;
  /** Live key with all scopes. */
  live: string;
  /** Test key with all scopes. */
  test: string;
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

const FORGET_CLOCK = sql(`delete from settings where name in ('clock', 'billing-clock')`);
/** A test may start a server with a key of its own: another installation. */
const FORGET_KEY = sql(`delete from settings where name = 'secret_key_name'`);
const CLOCK = sql<object, { name: string }>(`select name from settings where name = 'clock'`);
/**
 * All recurring jobs are due on a new database: forty runs at every start, with nothing to do. Here the rare ones count
 * as done.
 */
const PLAN_TURN = sql<{ name: string; every: number }>(
  'insert into recurring_jobs (name, next_at) values (:name, :every)',
);
const BEGIN_TURNS = sql<{ now: number }>('update recurring_jobs set next_at = next_at + :now');
const POSTPONED = sql<{ payload: string }, { id: number }>(
  'select id from jobs where payload like :payload and attempts > 0 and leased_by is null',
);

/** Starts the real server in this process, on a free port and its own database: SQLite or PostgreSQL by the run. */
export async function startTestServer({
  env = {},
  worker = true,
  byHand = [],
  surfaces = [],
  log,
  connectVia,
}: TestServerOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hostler-test-'));
  const clock = new TestClock();
  const database = await openTestDatabase(dataDir);
  const settings = {
    ...ownSettings(dataDir),
    HOSTLER_SIMULATED_DELAY_MS: '0',
    HOSTLER_SHUTDOWN_DELAY_SECONDS: '0',
    ...database?.settings,
    ...(database && connectVia ? { HOSTLER_DATABASE_URL: await connectVia(database.url) } : {}),
    ...env,
  };
  const config = readConfig(settings);
  // Like `hostler serve`: a thread syncs commits.
  const onSyncFailure = (error: Error) => {
    throw error;
  };
  const installation = await compose({ config, clock, log: log ?? showFailedRequests(), onSyncFailure });
  const hostler: Hostler = { ...installation, surfaces: [...installation.surfaces, ...surfaces] };
  await migrate(hostler);
  const app = await createApp(hostler);
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const recurring = byHand === 'all' ? [] : hostler.recurring.filter(({ name }) => !byHand.includes(name));
  const working = [new Worker({ ...hostler, handlers: hostler.jobs, recurring, pace: PATIENT }), ...hostler.services];
  const startWorker = () => {
    for (const part of working) part.start();
  };
  if (worker) {
    await hostler.db.write(() => BEGIN_TURNS.run({ now: clock.now() }));
    startWorker();
  }
  let accounts = 0;

  /** Runs a command as the command line does: `run('plan list')`, `run('plan create', '--name', 'S')`. */
  async function run<T = Record<string, never>>(name: string, ...args: (string | number)[]): Promise<T> {
    const { command, rest } = findCommand(hostler.commands, [...name.split(' '), ...args.map(String)]);
    return (await runCommand(command, parseOptions(command, rest), config.operator)) as T;
  }

  const operator = actDirectly(hostler);

  /** Creates a key with all scopes by default. */
  function createKey(account_id: number, environment: 'live' | 'test', options: Partial<Given<'keys', 'create'>> = {}) {
    return operator.keys.create({ account_id, environment, scopes: SCOPES, rate_limit: 100_000, ...options });
  }

  /** Waits until queued work on a VPS has ended; requires a worker. */
  async function finish(queued: Promise<{ id: number; action_id: number | null }>) {
    return operator.hosting.finish(await queued);
  }

  async function createAccount(): Promise<TestAccount> {
    const { id } = await operator.accounts.create({
      name: `Customer ${++accounts}`,
      email: `c${accounts}@example.com`,
    });
    await operator.profiles.update({ account_id: id, ...TEST_ADDRESS });
    return { id, live: (await createKey(id, 'live')).key, test: (await createKey(id, 'test')).key };
  }

  async function request<T = Record<string, never>>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer<T>> {
    const { key, body, headers = {} } = options;
    const response = await fetch(`${url}${path.startsWith('/api/') ? path : `/api/v1${path}`}`, {
      method,
      headers: {
        ...(key ? { 'x-api-key': key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer<T>['body'] };
  }

  const get: Send<'GET', [key?: string, headers?: Record<string, string>]> = <T>(
    path: string,
    key?: string,
    headers?: Record<string, string>,
  ) => request<T>('GET', path, { ...(key ? { key } : {}), ...(headers ? { headers } : {}) });

  const post: Send<'POST', [key?: string, body?: unknown, headers?: Record<string, string>]> = <T>(
    path: string,
    key?: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => request<T>('POST', path, { ...(key ? { key } : {}), body, ...(headers ? { headers } : {}) });

  /** Polls until the response meets the condition; fails with the last response. */
  function until<P extends ApiPath<'GET'>>(
    path: P,
    key: string,
    condition: (data: ApiData<'GET', P>) => boolean,
  ): Promise<ApiData<'GET', P>>;
  function until<T = Record<string, never>>(path: string, key: string, condition: (data: T) => boolean): Promise<T>;
  async function until<T>(path: string, key: string, condition: (data: T) => boolean): Promise<T> {
    return eventually(async () => {
      const { body } = await request<T>('GET', path, { key });
      if (body.success && condition(body.data)) return body.data;
      throw new Error(`GET ${path} never answered what ${condition} expects. Last: ${JSON.stringify(body)}`);
    });
  }

  /** Returns the action once it has ended, even if that takes longer than one request may wait. */
  function endOf(actionId: number | null, key: string): Promise<Action> {
    const hasEnded = ({ status }: Action) => status === 'succeeded' || status === 'failed';
    return until(`/actions/show?id=${actionId}&wait=30`, key, hasEnded);
  }

  /** Waits until the work of an action was tried once and postponed, because its engine is unreachable. */
  async function untilPostponed(actionId: number): Promise<void> {
    while (!(await hostler.db.read(POSTPONED.one({ payload: `%"actionId":${actionId}}` })))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Runs the recurring jobs with these names, or all, as if the clock had advanced by itself. */
  async function runUpkeep(...names: string[]): Promise<void> {
    const jobs = hostler.recurring.filter(({ name }) => names.length === 0 || names.includes(name));
    if (jobs.length < names.length) throw new Error(`not all of this upkeep exists: ${names.join(', ')}`);
    // A run of the worker from before the clock was advanced may write its old time in between.
    do {
      await hostler.db.write(() => FORGET_CLOCK.run({}));
      for (const job of jobs) await job.run(clock.now());
    } while (await hostler.db.read(isClockUncertain(clock.now())));
  }

  return {
    url,
    /** For another process on the same data. */
    settings,
    hostler,
    clock,
    dataDir,
    run,
    operator,
    finish,
    createKey,
    createAccount,
    request,
    until,
    endOf,
    untilPostponed,
    runUpkeep,
    get,
    post,
    startWorker,
    async stop() {
      await Promise.all([app.close(5_000), ...working.map((part) => part.stop(5_000))]);
      await hostler.db.close();
      await database?.drop();
      // A health check that a request began may still write its probe file.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** Required for orders. In the country of the seller, as without an address. */
export const TEST_ADDRESS = { street: 'Lindenweg 2', postal_code: '10117', city: 'Berlin', country: 'DE' };

/** Sends a request. The path of an operation gives the type of the data. */
interface Send<Method extends 'GET' | 'POST', Rest extends unknown[]> {
  <P extends ApiPath<Method>>(path: P, ...rest: Rest): Promise<Answer<ApiData<Method, P>>>;
  <T = Record<string, never>>(path: string, ...rest: Rest): Promise<Answer<T>>;
}

interface RequestOptions {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

function* isClockUncertain(now: number): Query<boolean> {
  return (yield* CLOCK.one({})) !== undefined && !(yield* isClockBelieved(now));
}

/** Copies a database that is migrated once per run: milliseconds per server. */
async function openTestDatabase(dataDir: string) {
  if (process.env.HOSTLER_TEST_DATABASE === 'postgres') {
    return createTestDatabase({
      migrate: (url) => makeTemplate({ ...ownSettings(dataDir), HOSTLER_DATABASE_URL: url }),
    });
  }
  await copyTestFile(join(dataDir, 'hostler.db'), (folder) => makeTemplate(ownSettings(folder)));
  return undefined;
}

function ownSettings(dataDir: string) {
  return { HOSTLER_DATA_DIR: dataDir, HOSTLER_SECRET_KEY: 'a secret key that only tests know about' };
}

async function makeTemplate(settings: Record<string, string>): Promise<void> {
  const hostler: Hostler = await compose({
    config: readConfig(settings),
    clock: new TestClock(),
    log: pino({ level: 'silent' }),
  });
  await migrate(hostler);
  await hostler.db.write(function* () {
    for (const { name, everyMs } of hostler.recurring) {
      if (everyMs >= 5 * MINUTE) yield* PLAN_TURN.run({ name, every: everyMs });
    }
    yield* FORGET_KEY.run({});
  });
  await hostler.db.close();
}
