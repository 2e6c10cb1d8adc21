import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Exit,
  type HostlerProcess,
  type LogLine,
  runCommand,
  type Settings,
  type StartOptions,
  startHostler,
} from './hostler-process.ts';
import { openDatabase, type Seed, sharedFolder } from './seed.ts';

export interface ServerOptions {
  /** HOSTLER_… settings on top of the defaults. */
  readonly settings?: Settings;
  /** The tests provoke failures, so errors in the log are expected. */
  readonly errorsExpected?: boolean;
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts a server as its own process on a free port, with its own data folder and, on PostgreSQL, its own database.
 * Both contain the two customers of the seed.
 */
export async function startServer({ settings: more = {}, errorsExpected = false }: ServerOptions = {}) {
  const home = await prepareHome(more);
  let current = await serve(home.settings);
  return {
    /** Current URL; changes after a restart. */
    get url(): string {
      return current.url;
    },
    get process(): HostlerProcess {
      return current.process;
    },
    seed: home.seed,
    dataDir: home.dataDir,
    settings: home.settings,
    command: <T = Record<string, unknown>>(...args: (string | number)[]) => runCommand<T>(args, home.settings),
    /** Kills the process like a power failure. */
    async crash(): Promise<void> {
      current.process.kill('SIGKILL');
      await current.process.exited;
    },
    /** Restarts on the same data after a crash or stop, with optional further settings. */
    async restart(further: Settings = {}): Promise<void> {
      current = await serve({ ...home.settings, ...further });
    },
    async terminate(): Promise<Exit> {
      current.process.kill('SIGTERM');
      return current.process.exited;
    },
    async close(): Promise<void> {
      const { process: running } = current;
      running.kill('SIGTERM');
      const { code, signal } = await running.exited;
      await home.remove();
      // A server that ended by itself is a failure of the preceding tests.
      if (code !== 0 && signal !== 'SIGKILL') {
        throw new Error(`hostler ended with ${code ?? signal}: ${running.stderr().slice(-4_000)}`);
      }
      const errors = errorsExpected ? [] : running.log().filter(isUnexpectedError);
      if (errors.length > 0) throw new Error(`the server logged: ${JSON.stringify(errors.slice(0, 3), null, 2)}`);
    },
  };
}

export interface Home {
  readonly dataDir: string;
  readonly settings: Settings;
  readonly seed: Seed;
  remove(): Promise<void>;
}

/** Prepares a data folder and a database with the seed, and returns their settings. */
export async function prepareHome(more: Settings = {}): Promise<Home> {
  // Inside the folder of the run, so that it is removed with it.
  const root = await mkdtemp(join(sharedFolder(), 'home-'));
  const dataDir = join(root, 'data');
  const { settings, seed, folder, drop } = await openDatabase();
  await cp(folder, dataDir, { recursive: true });
  return {
    dataDir,
    seed,
    settings: {
      HOSTLER_DATA_DIR: dataDir,
      HOSTLER_PORT: '0',
      // Webhooks use this machine: other host names would be resolved.
      HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      // A closed port fails immediately; an unreachable name server would time out.
      HOSTLER_DNS_RESOLVERS: '127.0.0.1:1',
      // Engines respond immediately unless a test needs a delay.
      HOSTLER_SIMULATED_DELAY_MS: '0',
      // A second process for each server would take most of the time of short tests (work-beside.test.ts).
      HOSTLER_WORKER: 'inline',
      // No load balancer must notice the shutdown.
      HOSTLER_SHUTDOWN_DELAY_SECONDS: '0',
      ...settings,
      ...more,
    },
    async remove() {
      await drop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export async function serve(
  settings: Settings,
  options: StartOptions = {},
): Promise<{ url: string; process: HostlerProcess }> {
  const running = startHostler(['serve'], settings, options);
  const { url } = await running.logged(({ msg }) => msg === 'hostler serves');
  return { url: String(url), process: running };
}

const ERROR = 50;

/** Ignores failures requested by test keys, which are logged like others. */
function isUnexpectedError({ level = 0, err }: LogLine): boolean {
  return level >= ERROR && !JSON.stringify(err ?? '').includes('X-Sandbox-Scenario');
}
