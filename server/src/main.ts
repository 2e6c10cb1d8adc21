#!/usr/bin/env node
import {
  describeCommand,
  describeCommands,
  findCommand,
  formatForPeople,
  parseOptions,
  UsageError,
} from './command-line.ts';
import { compose } from './compose.ts';
import { ConfigError, readConfig } from './config.ts';
import type { Hostler } from './hostler.ts';
import { DataFolderInUse } from './kernel/db/data-lock.ts';
import { AppError } from './kernel/errors.ts';
import { createLogger } from './kernel/log.ts';
import { systemClock } from './kernel/time.ts';
import { ensureMigrated, migrate, NotPrepared } from './prepare.ts';
import { type Running, serve, work } from './serve.ts';
import { serverCommands } from './server-commands.ts';

const PROCESSES: [string, string][] = [
  ['serve', 'Answer the API (and do the background work, unless HOSTLER_WORKER=off).'],
  ['worker', 'Do background work only; as many as you like beside a server.'],
  ['migrate', 'Bring the database to this version.'],
];

async function main(args: string[]): Promise<void> {
  const [name] = args;
  const hostler = open(name === 'serve' || name === 'worker');
  const commands = [...hostler.commands, ...serverCommands(hostler)];
  if (name === undefined || name === '--help' || name === 'help') {
    return print(describeCommands(commands, PROCESSES));
  }
  if (name === 'serve') return runUntilStopped(await serve(hostler));
  if (name === 'worker') return runUntilStopped(await work(hostler));
  if (name === 'migrate') {
    const applied = await migrate(hostler);
    await hostler.db.close();
    return print(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length} steps.`);
  }
  const json = args.includes('--json');
  const { command, rest } = findCommand(
    commands,
    args.filter((arg) => arg !== '--json'),
  );
  if (rest.includes('--help')) return print(describeCommand(command));
  const options = parseOptions(command, rest);
  await ensureMigrated(hostler);
  const result = await command.run(options);
  await hostler.db.close();
  print(json ? JSON.stringify(result, null, 2) : formatForPeople(result, command.columns));
}

/** A command speaks in sentences; only a server keeps a log of what it does. */
function open(isServer: boolean): Hostler {
  const config = readConfig();
  return compose({ config, clock: systemClock, log: createLogger(isServer ? config.logLevel : 'silent') });
}

function runUntilStopped(running: Running): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // The last word: whatever hangs must not keep the process beyond the ten seconds that were promised.
    setTimeout(() => process.exit(1), 9_500).unref();
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One plain sentence for what was foreseen; everything for what was not. */
function explain(error: unknown): string {
  const foreseen = [AppError, UsageError, ConfigError, NotPrepared, DataFolderInUse];
  if (foreseen.some((kind) => error instanceof kind)) {
    const details = error instanceof AppError ? (error.details ?? []) : [];
    return [(error as Error).message, ...details.map(({ field, message }) => `${field} ${message}`)].join(' ');
  }
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'EADDRINUSE') return 'The port is in use by another program. Choose another one with HOSTLER_PORT.';
  if (code === 'ECONNREFUSED') return 'The database is not reached. Check HOSTLER_DATABASE_URL and that it runs.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`hostler: ${explain(error)}\n`);
  process.exit(1);
});
