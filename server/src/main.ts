#!/usr/bin/env node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { compose } from './compose/compose.ts';
import type { ListSteps } from './data-copies/restore-data.ts';
import { type Command, flag, type Options, optional, text, type Values } from './kernel/command.ts';
import { createLogger, type Logger } from './kernel/log.ts';
import type { TracingSettings } from './kernel/trace/opentelemetry.ts';
import { installTracer } from './kernel/trace/trace.ts';
import {
  describeCommand,
  describeCommands,
  findCommand,
  formatForPeople,
  makeVisible,
  parseOptions,
  runCommand,
  runPages,
  UsageError,
} from './program/command-line.ts';
import { explain } from './program/explain.ts';
import type { Hostler } from './program/hostler.ts';
import { ensureMigrated, migrate } from './program/prepare.ts';
import { readSecrets } from './program/secret-input.ts';
import type { Running } from './program/serve.ts';
import { type Config, readConfig, readPublicDemoFolder, readRemoteConfig } from './settings/config.ts';
import type { Remote } from './settings/remote.ts';
import { describeUnknownSetting } from './settings/unknown.ts';

const PROCESSES: [string, string][] = [
  ['serve', 'Serve the API, and run background work beside it unless HOSTLER_WORKER=off.'],
  ['worker', 'Run background work only. Start any number of workers.'],
  ['migrate', 'Migrate the database to this version.'],
  ['firewall-helper', 'Enforce the firewalls of servers on an LXD or Incus host.'],
  ['listen', 'Receive webhooks on this machine, verify their signatures and print them.'],
];

const SERVE = {
  name: 'serve',
  options: {
    demo: flag('Create a sample company on the first start, as HOSTLER_DEMO=1.'),
    public: flag('With --demo: a demo for visitors, which starts again every hour and sends nothing.'),
  },
};
const MIGRATE = {
  name: 'migrate',
  options: { copy: optional(text('Path of a copy that was made for this upgrade, instead of a new one.')) },
};

const OPTIONS: Readonly<Record<string, Options>> = { serve: SERVE.options, migrate: MIGRATE.options };

/** Commands that work on the files of an installation of any version. */
const OFFLINE = new Set(['restore-data', 'upgrade', 'rollback', 'database move']);

/**
 * Heap growth in percent before a collection. Few objects live long and many only for a response; by default V8 keeps
 * three times the live size.
 */
const HEAP_GROWTH = 50;

async function main(args: string[]): Promise<void> {
  const [name = '--help'] = args;
  const isServer = name === 'serve' || name === 'worker';
  // A server continues when the reader of its output is gone.
  process.stdout.on('error', isServer ? () => {} : endWithReader);
  if (name === 'listen') {
    // For receivers without an installation: nothing is configured or opened.
    const { listen } = await import('./program/webhook-listener.ts');
    const listening = await listen(args.slice(1), print);
    return listening && runUntilStopped(listening);
  }
  if (name === 'firewall-helper') {
    // Runs on a host of servers, where there is no installation.
    const { startFirewallHelper } = await import('./compose/firewall-helper.ts');
    const helping = startFirewallHelper(args.slice(1), print);
    return helping && runUntilStopped(helping);
  }
  if (name === '--version' || name === 'version') {
    const { COMMIT, VERSION, VERSION_TEXT } = await import('./program/version.ts');
    const isJson = args.includes('--json');
    return print(isJson ? JSON.stringify({ version: VERSION, commit: COMMIT }, null, 2) : `hostler ${VERSION_TEXT}`);
  }
  if (name === 'help' || args.includes('--help') || args.length === 0) return printHelp(args);
  // An unknown option must not be ignored: `migrate --dry-run` would migrate.
  if (name === 'worker') parseOptions({ name, options: {} }, withoutJson(args).slice(1));
  if (name === 'migrate') parseOptions(MIGRATE, withoutJson(args).slice(1));
  if (isServer) {
    setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
    return name === 'serve' ? runServer(parseOptions(SERVE, withoutJson(args).slice(1))) : runWorker();
  }
  if (OFFLINE.has(name) || OFFLINE.has(args.slice(0, 2).join(' '))) return obeyOffline(args);
  const remote = readRemoteConfig();
  if (remote && name !== 'migrate') return obeyRemotely(remote, args);
  // A command prints sentences; only a server keeps a log.
  const config = readConfig(undefined, { mustExist: !mayBegin(args) });
  const hostler = await compose({ config, log: createLogger('silent') });
  try {
    await obey(hostler, args);
  } finally {
    await hostler.db.close();
  }
}

async function runServer({ demo, public: isPublic }: Values<typeof SERVE.options>): Promise<void> {
  if (isPublic && !demo) throw new UsageError('--public is for the demo: hostler serve --demo --public');
  const options = { demo, publicDemo: isPublic };
  const start = async () => {
    const config = readConfig(undefined, options);
    const log = createLogger(config.logLevel, config.logFile);
    const hostler = await compose({ config, log, onSyncFailure: (error) => endAfterFailedSync(error, log) });
    // Loaded on demand: a command runs twice as fast without the HTTP server.
    return watched(hostler, 'server', ({ serve }) => serve(hostler, process.argv[1]));
  };
  if (!isPublic) return runTraced(readConfig(undefined, options), start);
  const { servePublicDemo } = await import('./program/public-demo.ts');
  const onFailure = (err: unknown) => createLogger('info').fatal({ err }, 'public demo not started again');
  return runUntilStopped(await servePublicDemo({ dataDir: readPublicDemoFolder(), start, onFailure }));
}

async function runWorker(): Promise<void> {
  const config = readConfig(undefined, { mustExist: true });
  return runTraced(config, async () => {
    const hostler = await compose({ config, log: createLogger(config.logLevel, config.logFile) });
    return watched(hostler, 'work', ({ work }) => work(hostler));
  });
}

type Programs = typeof import('./program/serve.ts');

/** Watches what holds up the event loop of this process, from the first request or job on. */
async function watched(
  hostler: Hostler,
  part: 'server' | 'work',
  start: (programs: Programs) => Promise<Running>,
): Promise<Running> {
  const [programs, { watchLoop }] = await Promise.all([
    import('./program/serve.ts'),
    import('./program/loop-watch.ts'),
  ]);
  const running = await start(programs);
  const unwatch = watchLoop({ ...hostler, part });
  return {
    ...running,
    stop(options) {
      unwatch();
      return running.stop(options);
    },
  };
}

/** Starts the tracer first, because parts decide about tracing when they are made. */
async function runTraced({ tracing, logLevel, logFile }: Config, start: () => Promise<Running>): Promise<void> {
  const tracer = tracing && (await startTracing(tracing, createLogger(logLevel, logFile)));
  const running = await start();
  return runUntilStopped({ ...running, stop: (options) => running.stop(options).finally(() => tracer?.stop()) });
}

/**
 * Returns whether a command may create an installation, such as `account create` before the first `serve`. Commands
 * that search or work need an existing one.
 */
function mayBegin([name, verb]: readonly string[]): boolean {
  return name === 'serve' || name === 'migrate' || verb === 'create';
}

/** Loaded only if tracing is enabled. */
async function startTracing(settings: TracingSettings, log: Logger) {
  const { createTracer } = await import('./kernel/trace/opentelemetry.ts');
  const tracer = createTracer(settings, log);
  installTracer(tracer);
  return tracer;
}

/** The database may be damaged or of another version, so it is not opened first. */
async function obeyOffline(args: string[]): Promise<void> {
  const listSteps = () => elsewhere(async ({ migrations }) => migrations);
  const isRestore = args[0] === 'restore-data';
  const config = readConfig(undefined, { mustExist: !isRestore });
  const { command, rest } = findCommand(await listOfflineCommands(() => config, listSteps), withoutJson(args));
  return runAndPrint(command, await readSecrets(command, parseOptions(command, rest)), args, config);
}

async function listOfflineCommands(config: () => Config, listSteps: ListSteps): Promise<Command[]> {
  const [{ restoreDataCommand }, { moveDatabaseCommand }, { upgradeCheckCommand }, { rollbackCommand }] =
    await Promise.all([
      import('./data-copies/restore-data.ts'),
      import('./data-copies/move-database.ts'),
      import('./upgrade/check-command.ts'),
      import('./upgrade/rollback.ts'),
    ]);
  return [restoreDataCommand, moveDatabaseCommand, upgradeCheckCommand, rollbackCommand].map((declare) =>
    declare(config, listSteps),
  );
}

async function obey(hostler: Hostler, args: string[]): Promise<void> {
  if (args[0] === 'migrate') {
    const { copy } = parseOptions(MIGRATE, withoutJson(args).slice(1));
    const tell = (sentence: string) => void process.stderr.write(`${sentence}\n`);
    for (const setting of hostler.config.unknownSettings) tell(describeUnknownSetting(setting));
    const applied = await migrate(hostler, { tell, copy });
    if (args.includes('--json')) return print(JSON.stringify({ applied }, null, 2));
    return print(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length} steps.`);
  }
  const { command, rest } = findCommand(await listCommands(hostler), withoutJson(args));
  const options = await readSecrets(command, parseOptions(command, rest));
  await ensureMigrated(hostler);
  await runAndPrint(command, options, args, hostler.config);
}

/** Runs a command through the operator API of another machine. */
async function obeyRemotely(remote: Remote, args: string[]): Promise<void> {
  const { runRemotely } = await import('./program/remote.ts');
  const { command, rest } = findCommand(await elsewhere(listCommands), withoutJson(args));
  const options = await readSecrets(command, parseOptions(command, rest));
  await runAndPrint(runRemotely(command, remote), options, args, { operator: undefined });
}

/** Loaded only for commands; a server does not need them. */
async function listCommands(hostler: Hostler): Promise<Command[]> {
  const { serverCommands } = await import('./program/server-commands.ts');
  const offline = await listOfflineCommands(
    () => hostler.config,
    async () => hostler.migrations,
  );
  return [...hostler.commands, ...serverCommands(hostler), ...offline];
}

function withoutJson(args: readonly string[]): string[] {
  return args.filter((arg) => arg !== '--json');
}

/** Moves `--json` to the end, wherever it was given: the words before it name the command. */
function withJsonLast(args: readonly string[]): string[] {
  return [...withoutJson(args), ...args.filter((arg) => arg === '--json').slice(0, 1)];
}

/** Escapes control characters, so that texts of customers cannot control the terminal. */
function describeVisibly(command: Command, result: object): string | undefined {
  const text = command.describe?.(result);
  return text === undefined ? undefined : makeVisible(text);
}

async function runAndPrint(
  command: Command,
  options: Values<Options>,
  args: readonly string[],
  { operator }: Pick<Config, 'operator'>,
): Promise<void> {
  if (command.pages) {
    const { printJsonList, printTable } = await import('./program/print-list.ts');
    const pages = runPages(command, options);
    if (args.includes('--json')) return printJsonList(pages, process.stdout);
    return printTable(pages, process.stdout, command.columns);
  }
  const result = await runCommand(command, options, operator);
  print(
    args.includes('--json')
      ? JSON.stringify(result, null, 2)
      : (describeVisibly(command, result) ?? formatForPeople(result, command.columns)),
  );
  if (command.isFailure?.(result)) process.exitCode = 1;
}

async function printHelp(args: string[]): Promise<void> {
  const commands = await elsewhere(listCommands);
  const words = args.filter((arg) => arg !== '--help' && arg !== 'help');
  const known = PROCESSES.find(([name]) => name === words[0]);
  if (words.length === 0) print(describeCommands(commands, PROCESSES));
  else if (known) print(describeCommand({ name: known[0], summary: known[1], options: OPTIONS[known[0]] ?? {} }));
  else print(describeCommand(findCommand(commands, words).command));
}

/**
 * Composes an application in a temporary folder: help must not create a data folder, and a damaged database cannot be
 * opened.
 */
async function elsewhere<T>(use: (hostler: Hostler) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-help-'));
  try {
    const config = readConfig({ HOSTLER_DATA_DIR: folder });
    const hostler = await compose({ config, log: createLogger('silent') });
    await hostler.db.close();
    return await use(hostler);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runUntilStopped(running: Running): void {
  let stopping = false;
  const stop = (code: number, atOnce: boolean) => {
    if (stopping) return;
    stopping = true;
    // Last resort: the process must end within the promised ten seconds, whatever hangs.
    setTimeout(() => process.exit(1), running.stopsWithinMs ?? 9_500).unref();
    running.stop({ atOnce }).then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', () => stop(0, false));
  // From a terminal, by a person who waits.
  process.on('SIGINT', () => stop(0, true));
  void running.failed?.then(() => stop(1, true));
}

const LAST_ANSWERS_MS = 200;

/** Ends the process after pending requests got their error: only a new start can tell what the disk has. */
function endAfterFailedSync(error: Error, log: Logger): void {
  log.fatal({ err: error }, 'data not synced to disk: check the disk, then start again');
  setTimeout(() => process.exit(1), LAST_ANSWERS_MS);
}

/** Ends when the reader is gone, as in `hostler events list | head -1`. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main(withJsonLast(process.argv.slice(2))).catch((error) => {
  process.stderr.write(`hostler: ${explain(error)}\n`);
  process.exit(1);
});
