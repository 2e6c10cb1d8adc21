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
  /** The tests make the server fail on purpose, so errors in its log are no surprise. */
  readonly errorsExpected?: boolean;
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * The server as a user starts it: a process of its own, on a free port, with a data folder of its own and, where the run
 * is on PostgreSQL, a database of its own. Both begin with the two customers of the seed.
 */
export async function startServer({ settings: more = {}, errorsExpected = false }: ServerOptions = {}) {
  const home = await prepareHome(more);
  let current = await serve(home.settings);
  return {
    /** The address it serves on; another one after a restart. */
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
    /** Ends the process as a power cut would. */
    async crash(): Promise<void> {
      current.process.kill('SIGKILL');
      await current.process.exited;
    },
    /** Starts again on the same data, after a crash or a stop, with further settings if there are any. */
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
      // A server that fell over by itself is a failure of the tests that came before.
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

/** A data folder and a database with the seed in them, and the settings that lead there. */
export async function prepareHome(more: Settings = {}): Promise<Home> {
  // Within the folder of the run, so that it goes at the latest with that.
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
      // Webhooks may lead to this machine: a name of somewhere else would be looked up.
      HOSTLER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      // Nobody is there, and says so at once; a name server that is not reached would be waited for.
      HOSTLER_DNS_RESOLVERS: '127.0.0.1:1',
      // Engines answer at once, unless a test is about waiting for them.
      HOSTLER_SIMULATED_DELAY_MS: '0',
      // No balancer has to notice that it leaves.
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

/** A test key may ask for a failure, which is logged like any other. */
function isUnexpectedError({ level = 0, err }: LogLine): boolean {
  return level >= ERROR && !JSON.stringify(err ?? '').includes('X-Sandbox-Scenario');
}
