// Usage: node testing/services/main.ts [--durable] postgres valkey [-- command …]
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { type RunningServices, serviceNames, startServices } from './index.ts';
import type { ServiceName } from './service.ts';

const usage = `Usage: node testing/services/main.ts [--durable] ${serviceNames.join('|')} … [-- command …]`;

interface Request {
  readonly names: readonly ServiceName[];
  readonly durable: boolean;
  readonly command: readonly string[];
}

function readRequest(args: readonly string[]): Request | undefined {
  const separator = args.includes('--') ? args.indexOf('--') : args.length;
  const words = args.slice(0, separator);
  const given = words.filter((word) => word !== '--durable');
  const names = serviceNames.filter((name) => given.includes(name));
  if (names.length === 0 || names.length !== new Set(given).size) return undefined;
  return { names, durable: words.includes('--durable'), command: args.slice(separator + 1) };
}

/** Runs the command with the URLs of the services and returns its exit code; the command handles signals. */
function runCommand([command = '', ...args]: readonly string[], services: RunningServices): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...services.env } });
  const forward = (name: NodeJS.Signals) => void child.kill(name);
  // The terminal sends Ctrl-C to the command itself; other signals reach only this process and are forwarded.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', forward);
  process.on('SIGHUP', forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

function awaitInterrupt(services: RunningServices): Promise<number> {
  for (const [name, value] of Object.entries(services.env)) console.log(`${name}=${value}`);
  console.error('Running; Ctrl-C stops them.');
  const alive = setInterval(() => {}, 60_000);
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(name, () => {
        clearInterval(alive);
        resolve(0);
      });
    }
  });
}

async function main(): Promise<number> {
  const request = readRequest(process.argv.slice(2));
  if (request === undefined) {
    console.error(usage);
    return 2;
  }
  const services = await startServices(request.names, { durable: request.durable, required: true });
  try {
    return await (request.command.length > 0 ? runCommand(request.command, services) : awaitInterrupt(services));
  } finally {
    await services.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
