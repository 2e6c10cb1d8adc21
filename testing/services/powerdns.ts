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

/** PowerDNS starts within two seconds. If its port was taken meanwhile it may run without its API, and is restarted. */
const READY_LIMIT_MS = 15_000;

export const powerdns: Service = {
  name: 'powerdns',
  urlVariable: 'HOSTLER_TEST_POWERDNS_URL',
  // The last one contains dig, with which the tests query the server.
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

/** Connection to a started server, as in the settings. */
export interface PowerDnsAccess {
  readonly url: string;
  readonly key: string;
  /** `host:port`. */
  readonly nameServer: string;
}

/** Encodes everything in the one variable of a service: the key as password, the DNS port as a parameter. */
function formatPowerDnsUrl({ apiPort, dnsPort, key }: PowerDnsPorts): string {
  return `http://hostler:${key}@${localhost}:${apiPort}/?nameserver=${localhost}:${dnsPort}`;
}

export function parsePowerDnsUrl(text: string): PowerDnsAccess {
  const { origin, password, searchParams } = new URL(text);
  return { url: origin, key: password, nameServer: searchParams.get('nameserver') ?? '' };
}

/** Starts a server in a new folder, or again in one of an earlier server: the zones stay. */
export async function startPowerDnsServer(
  { folder, durable = false, spawn }: Pick<StartContext, 'folder' | 'spawn'> & Partial<StartContext>,
  { apiPort, dnsPort, key }: PowerDnsPorts,
): Promise<ServerProcess> {
  const program = findCommand('pdns_server');
  if (program === undefined) throw new Error('PowerDNS is not installed.');
  const database = join(folder, databaseName);
  if (!existsSync(database)) createDatabase(database);
  // In a file, because the key must not be visible in the process list. Caches keep their defaults.
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
    // Otherwise it queries the internet about itself at every start.
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

/** The DNS port is bound before the API listens, so this check is enough. */
async function answersApi(port: number, key: string): Promise<boolean> {
  try {
    const url = `http://${localhost}:${port}/api/v1/servers/localhost`;
    return (await fetch(url, { headers: { 'x-api-key': key }, signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false;
  }
}
