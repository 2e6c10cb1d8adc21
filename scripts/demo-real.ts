// npm run demo:real: runs Hostler on real engines. They are private to this process and removed when it ends.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServices } from '../testing/services/index.ts';
import { parsePowerDnsUrl } from '../testing/services/powerdns.ts';

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const NODE_FLAGS = ['--max-semi-space-size=4'];
const port = process.env.HOSTLER_PORT ?? '8080';
const url = `http://127.0.0.1:${port}`;

type Env = Record<string, string | undefined>;

async function main(): Promise<void> {
  console.error('Starting LXD, PowerDNS, PostgreSQL and MariaDB…');
  const services = await startServices(['lxd', 'powerdns', 'postgres', 'mariadb'], { required: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'hostler-demo-'));
  let server: ChildProcess | undefined;
  try {
    const dns = parsePowerDnsUrl(services.urls.powerdns ?? '');
    const env: Env = {
      ...process.env,
      HOSTLER_PORT: port,
      HOSTLER_DATA_DIR: dataDir,
      HOSTLER_LOG_LEVEL: process.env.HOSTLER_LOG_LEVEL ?? 'warn',
      HOSTLER_METRICS_EVERY_SECONDS: '10',
      HOSTLER_VPS_ENGINE: 'incus',
      HOSTLER_INCUS_URL: services.urls.lxd,
      HOSTLER_DNS_ENGINE: 'powerdns',
      HOSTLER_POWERDNS_URL: dns.url,
      HOSTLER_POWERDNS_KEY: dns.key,
      HOSTLER_POWERDNS_NAMESERVER: dns.nameServer,
      HOSTLER_POSTGRES_ADMIN_URL: services.urls.postgres,
      HOSTLER_MARIADB_ADMIN_URL: services.urls.mariadb,
    };
    server = spawn(process.execPath, [...NODE_FLAGS, MAIN, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = new Promise<void>((resolve) => server?.once('exit', () => resolve()));
    await untilReady(ended);
    const { live, hostingId } = await makeCustomer(env);
    explain(live, hostingId, services.urls.lxd ?? '', dns.nameServer);
    await Promise.race([ended, untilInterrupted()]);
  } finally {
    server?.kill('SIGTERM');
    if (server && server.exitCode === null) await new Promise((resolve) => server?.once('exit', resolve));
    await services.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function makeCustomer(env: Env): Promise<{ live: string; hostingId: number }> {
  const run = (...args: string[]) => runHostler(env, args);
  const account = await run('account', 'create', '--name', 'Demo Customer', '--email', 'demo@example.com');
  const key = await run(
    ...['key', 'create', '--account', String(account.id), '--environment', 'live', '--scopes', 'all', '--name', 'demo'],
  );
  const size = ['--vcpus', '1', '--memory-mb', '256', '--disk-gb', '1'];
  const plan = await run('plan', 'create', '--name', 'small', '--price', '900', '--image', 'busybox', ...size);
  const hosting = await run(
    ...['hosting', 'create', '--account', String(account.id), '--plan', String(plan.id)],
    ...['--hostname', 'web1.demo.example', '--wait'],
  );
  return { live: String(key.key), hostingId: Number(hosting.id) };
}

async function runHostler(env: Env, args: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [...NODE_FLAGS, MAIN, ...args, '--json'], { env });
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function untilReady(ended: Promise<void>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error('Hostler ended while starting.');
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve());
  });
}

function explain(live: string, hostingId: number, lxd: string, nameServer: string): void {
  const lxdDir = dirname(lxd.replace(/^unix:/, ''));
  const [host, dnsPort] = nameServer.split(':');
  const post = `curl -s -X POST -H 'X-API-Key: ${live}' -H 'Content-Type: application/json'`;
  console.log(`
Hostler is running on ${url}, on real engines.

  reference   ${url}/docs
  live key    ${live}

Watch the engine in a second terminal:

  LXD_DIR=${lxdDir} watch lxc list --project hostler

Restart the server, publish a domain and ask for it, make a database and a backup:

  ${post} -d '{"id":${hostingId}}' ${url}/api/v1/hosting/restart
  ${post} -d '{"domain":"demo.test","hosting_id":${hostingId}}' ${url}/api/v1/domains
  dig @${host} -p ${dnsPort} +short www.demo.test
  ${post} -d '{"name":"shop"}' ${url}/api/v1/databases
  ${post} -d '{"hosting_id":${hostingId}}' ${url}/api/v1/backups

Ctrl-C ends everything and leaves nothing behind.
`);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
