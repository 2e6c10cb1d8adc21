import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { awaitReady, startOnFreePort } from './await-ready.ts';
import { findCommand } from './find-command.ts';
import type { ServerProcess, Service, StartContext } from './service.ts';

const schemaFile = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';
const databaseName = 'zones.sqlite';
const localhost = '127.0.0.1';

/** It starts in a second or two; one whose port was taken meanwhile may go on without its API, and is started anew. */
const READY_LIMIT_MS = 15_000;

export const powerdns: Service = {
  name: 'powerdns',
  urlVariable: 'HOSTLER_TEST_POWERDNS_URL',
  // The last one brings dig, which the tests ask what the world would see.
  debianPackages: ['pdns-server', 'pdns-backend-sqlite3', 'bind9-dnsutils'],
  stopSignal: 'SIGKILL',
  isInstalled: () => ['pdns_server', 'dig'].every((program) => findCommand(program)) && existsSync(schemaFile),
  start: (context) =>
    startOnFreePort((dnsPort) =>
      startOnFreePort(async (apiPort) => {
        const access = { apiPort, dnsPort, key: randomBytes(18).toString('base64url') };
        await startPowerDnsServer(context, access);
        return formatPowerDnsUrl(access);
      }),
    ),
};

export interface PowerDnsPorts {
  readonly apiPort: number;
  readonly dnsPort: number;
  readonly key: string;
}

/** How to reach a started server, as the settings take it. */
export interface PowerDnsAccess {
  readonly url: string;
  readonly key: string;
  /** `host:port` */
  readonly nameServer: string;
}

/** All of it in the one variable that a service has: the key as password, the port for questions as a parameter. */
function formatPowerDnsUrl({ apiPort, dnsPort, key }: PowerDnsPorts): string {
  return `http://hostler:${key}@${localhost}:${apiPort}/?nameserver=${localhost}:${dnsPort}`;
}

export function parsePowerDnsUrl(text: string): PowerDnsAccess {
  const { origin, password, searchParams } = new URL(text);
  return { url: origin, key: password, nameServer: searchParams.get('nameserver') ?? '' };
}

/** Starts a server in a new folder, or again in one that another such server left behind: the zones stay. */
export async function startPowerDnsServer(
  { folder, durable = false, spawn }: Pick<StartContext, 'folder' | 'spawn'> & Partial<StartContext>,
  { apiPort, dnsPort, key }: PowerDnsPorts,
): Promise<ServerProcess> {
  const program = findCommand('pdns_server');
  if (program === undefined) throw new Error('PowerDNS is not installed.');
  const database = join(folder, databaseName);
  if (!existsSync(database)) createDatabase(database);
  // In a file, because the key is nobody's to read in the list of processes. Caches are left as they are by default.
  const settings = {
    launch: 'gsqlite3',
    'gsqlite3-database': database,
    'gsqlite3-pragma-synchronous': durable ? 2 : 0,
    'local-address': localhost,
    'local-port': dnsPort,
    'webserver-address': localhost,
    'webserver-port': apiPort,
    api: 'yes',
    'api-key': key,
    'socket-dir': folder,
    // Otherwise it asks the internet about itself at every start.
    'security-poll-suffix': '',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, 'pdns.conf'), lines.join(''), { mode: 0o600 });
  const server = spawn(program, [`--config-dir=${folder}`], 'TERM');
  try {
    await awaitReady('PowerDNS', server, () => answersApi(apiPort, key), READY_LIMIT_MS);
  } catch (error) {
    if (!server.hasExited()) process.kill(server.pid, 'SIGKILL');
    throw error;
  }
  return server;
}

function createDatabase(path: string): void {
  const database = new Database(path);
  database.exec(readFileSync(schemaFile, 'utf8'));
  database.close();
}

/** Questions are bound before the API listens, so this one is enough. */
async function answersApi(port: number, key: string): Promise<boolean> {
  try {
    const url = `http://${localhost}:${port}/api/v1/servers/localhost`;
    return (await fetch(url, { headers: { 'x-api-key': key }, signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false;
  }
}
