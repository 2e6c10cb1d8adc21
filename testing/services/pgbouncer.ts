import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { awaitReady, startOnFreePort } from './await-ready.ts';
import { findCommand } from './find-command.ts';
import type { Service, StartContext } from './service.ts';

/** PgBouncer before the private PostgreSQL, in the usual transaction mode and for any database. */
export const pgbouncer: Service = {
  name: 'pgbouncer',
  urlVariable: 'HOSTLER_TEST_PGBOUNCER_URL',
  debianPackages: ['pgbouncer'],
  needs: ['postgres'],
  // Ends at once, even with connected clients.
  stopSignal: 'SIGTERM',
  // Same user as in Debian; PgBouncer refuses root.
  user: 'postgres',
  isInstalled: () => findCommand('pgbouncer') !== undefined,
  start: startPgbouncer,
};

async function startPgbouncer(context: StartContext): Promise<string> {
  const program = findCommand('pgbouncer');
  if (program === undefined) throw new Error('PgBouncer is not installed.');
  const behind = new URL(await context.urlOf('postgres'));
  const users = join(context.folder, 'users.txt');
  writeFileSync(users, `"${behind.username}" "${behind.password}"\n`, { mode: 0o644 });
  return startOnFreePort(async (port) => {
    const file = join(context.folder, `pgbouncer-${port}.ini`);
    writeFileSync(file, describeSettings(port, behind, users), { mode: 0o644 });
    const server = context.spawn(program, ['--quiet', file], 'TERM');
    await awaitReady('PgBouncer', server, () => accepts(port));
    return Object.assign(new URL(behind), { port: String(port) }).href;
  });
}

function describeSettings(port: number, behind: URL, users: string): string {
  return `
[databases]
* = host=${behind.hostname} port=${behind.port}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 12
max_client_conn = 2000
; Databases of tests come and go.
server_idle_timeout = 5
autodb_idle_timeout = 10
server_lifetime = 600
server_login_retry = 1
`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('error', () => finish(false));
    socket.once('connect', () => finish(true));
  });
}
