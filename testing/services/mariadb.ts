import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { awaitReady, startOnFreePort } from './await-ready.ts';
import { findCommand } from './find-command.ts';
import { readUserIds } from './run-as.ts';
import type { Service, StartContext } from './service.ts';

const administrator = 'admin';

/** Test data may be lost in a power cut, but waiting for the disk at every commit is too slow. */
const fastSettings = ['--innodb-flush-method=nosync', '--innodb-flush-log-at-trx-commit=0', '--debug-no-sync=1'];
const durableSettings = ['--innodb-flush-log-at-trx-commit=1'];
const commonSettings = [
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--innodb-log-file-size=32M',
  '--innodb-buffer-pool-size=128M',
  '--max-allowed-packet=64M',
  '--max-connections=300',
  '--default-time-zone=+00:00',
];

export const mariadb: Service = {
  name: 'mariadb',
  urlVariable: 'HOSTLER_TEST_MARIADB_URL',
  debianPackages: ['mariadb-server'],
  // No orderly shutdown: the data is removed anyway.
  stopSignal: 'SIGKILL',
  user: 'mysql',
  isInstalled: () => ['mariadbd', 'mariadb-install-db'].every((program) => findCommand(program)),
  start: startMariadb,
};

async function startMariadb(context: StartContext): Promise<string> {
  const [server, installer] = [findCommand('mariadbd'), findCommand('mariadb-install-db')];
  if (server === undefined || installer === undefined) throw new Error('MariaDB is not installed.');
  const data = join(context.folder, 'data');
  const password = randomBytes(18).toString('base64url');
  const settings = [
    ...commonSettings,
    ...(context.durable ? durableSettings : fastSettings),
    // A starting server deletes files in there that look left over, even of other servers.
    `--tmpdir=${context.folder}`,
  ];
  await initialise(installer, context.folder, [`--datadir=${data}`, ...settings], password);
  return startOnFreePort(async (port) => {
    const [socket, pidFile] = [join(context.folder, 'socket'), join(context.folder, 'pid')];
    const files = [`--datadir=${data}`, `--socket=${socket}`, `--pid-file=${pidFile}`];
    const process = context.spawn(server, ['--no-defaults', `--port=${port}`, ...files, ...settings], 'KILL');
    // Another server may answer on that port; only our own writes its pid to this file.
    await awaitReady('MariaDB', process, async () => isNoted(pidFile, process.pid) && (await greets(port)));
    return `mysql://${administrator}:${password}@127.0.0.1:${port}`;
  });
}

/** Without the test database of the installer. */
async function initialise(installer: string, folder: string, settings: string[], password: string): Promise<void> {
  const accountFile = join(folder, 'account.sql');
  const account = `'${administrator}'@'127.0.0.1'`;
  const statements = [
    // The installer ignores accounts until this statement, after which one can be created.
    'flush privileges;',
    `create user ${account} identified by '${password}';`,
    `grant all on *.* to ${account} with grant option;`,
  ];
  writeFileSync(accountFile, `${statements.join('\n')}\n`);
  const args = ['--no-defaults', '--skip-test-db', `--extra-file=${accountFile}`, ...settings];
  try {
    await promisify(execFile)(installer, args, { cwd: folder, ...readUserIds(mariadb.user) });
  } finally {
    rmSync(accountFile);
  }
}

function isNoted(pidFile: string, pid: number): boolean {
  try {
    return readFileSync(pidFile, 'utf8').trim() === String(pid);
  } catch {
    return false;
  }
}

/** The server speaks first; its greeting starts with the protocol version. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('data', (data) => finish(data[4] === 10));
  });
}
