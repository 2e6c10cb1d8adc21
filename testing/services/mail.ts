import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeConfigFiles } from '../../server/src/engines/mail/dovecot-postfix/config-files.ts';
import { withMaps } from '../../server/src/engines/mail/dovecot-postfix/map-database.ts';
import { makeCertificate } from '../receivers/certificate.ts';
import { awaitReady, startOnFreePort } from './await-ready.ts';
import { findCommand } from './find-command.ts';
import { readUserIds, type UserIds } from './run-as.ts';
import type { ServerProcess, Service, StartContext } from './service.ts';

const localhost = '127.0.0.1';
const postfixMaster = '/usr/lib/postfix/sbin/master';
/** Files of the other packages. */
const parts = [
  '/usr/lib/postfix/postfix-sqlite.so',
  '/usr/lib/dovecot/imap',
  '/usr/lib/dovecot/lmtp',
  '/usr/lib/dovecot/modules/auth/libdriver_sqlite.so',
  '/usr/lib/opendbx',
];
/** Exists on every Debian machine; real installations have a dedicated user for the mailboxes. */
const mailUser = 'mail';

/** Dovecot, Postfix and OpenDKIM, with the configuration of the guide. */
export const mail: Service = {
  name: 'mail',
  urlVariable: 'HOSTLER_TEST_MAIL_URL',
  debianPackages: [
    'postfix',
    'postfix-sqlite',
    'dovecot-core',
    'dovecot-imapd',
    'dovecot-lmtpd',
    'dovecot-sqlite',
    'opendkim',
    'libopendbx1-sqlite3',
  ],
  needsRoot: true,
  stopSignal: 'SIGTERM',
  isInstalled: () =>
    ['dovecot', 'postfix', 'opendkim'].every((program) => findCommand(program)) &&
    parts.every((file) => existsSync(file)),
  start: startMail,
};

export interface MailAccess {
  /** Folder shared with Hostler. */
  readonly dir: string;
  readonly host: string;
  readonly imap: Address;
  readonly imaps: Address;
  readonly smtp: Address;
  readonly submission: Address;
  readonly submissions: Address;
  /** Socket that receives mail for external addresses by LMTP; mail is queued while nobody listens. */
  readonly world: string;
  readonly certificate: string;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const portNames = ['imap', 'imaps', 'smtp', 'submission', 'submissions'] as const;
type Ports = Record<(typeof portNames)[number], number>;

/** Encodes everything in the one variable of a service. */
function formatMailUrl(folder: string, ports: Ports): string {
  const query = Object.entries(ports).map(([name, port]) => `${name}=${port}`);
  return `${pathToFileURL(folder)}?${query.join('&')}`;
}

export function parseMailUrl(text: string): MailAccess {
  const { pathname: folder, searchParams } = new URL(text);
  const at = (name: keyof Ports) => ({ host: localhost, port: Number(searchParams.get(name)) });
  return {
    dir: join(folder, 'shared'),
    host: 'mail.host.test',
    imap: at('imap'),
    imaps: at('imaps'),
    smtp: at('smtp'),
    submission: at('submission'),
    submissions: at('submissions'),
    world: join(folder, 'world', 'socket'),
    certificate: readFileSync(join(folder, 'config', 'cert.pem'), 'utf8'),
  };
}

async function startMail(context: StartContext): Promise<string> {
  const { folder } = context;
  chmodSync(folder, 0o755);
  makeFolders(folder);
  await writeCertificate(join(folder, 'config'));
  // Before a reader could create an empty one.
  withMaps(join(folder, 'shared'), () => {});
  return startOnFreePorts(portNames, async (ports) => {
    writeConfig(folder, ports);
    await startPrograms(context, ports);
    return formatMailUrl(folder, ports);
  });
}

async function startOnFreePorts<T>(names: readonly string[], start: (ports: Ports) => Promise<T>): Promise<T> {
  const [name, ...others] = names;
  if (name === undefined) return start({} as Ports);
  return startOnFreePort((port) => startOnFreePorts(others, (ports) => start({ ...ports, [name]: port })));
}

function makeFolders(folder: string): void {
  const [postfix, mail, opendkim] = ['postfix', mailUser, 'opendkim'].map((user) => readUserIds(user) as UserIds);
  const root = { uid: 0, gid: 0 };
  const make = (path: string, mode: number, { uid, gid }: UserIds = root) => {
    const full = join(folder, path);
    mkdirSync(full, { recursive: true });
    chownSync(full, uid, gid);
    chmodSync(full, mode);
  };
  for (const path of ['config', 'shared', 'queue', 'queue/pid', 'dovecot']) make(path, 0o755);
  make('shared/maps', 0o2770, { uid: 0, gid: postfix?.gid ?? 0 });
  make('shared/mailboxes', 0o2770, mail);
  make('data', 0o700, postfix);
  make('world', 0o755, postfix);
  make('opendkim', 0o755, opendkim);
  const queues = 'active bounce corrupt defer deferred flush hold incoming private saved trace'.split(' ');
  for (const queue of queues) make(`queue/${queue}`, 0o700, postfix);
  const drop = readGroup('postdrop');
  make('queue/maildrop', 0o1730, { uid: postfix?.uid ?? 0, gid: drop });
  make('queue/public', 0o2710, { uid: postfix?.uid ?? 0, gid: drop });
}

function readGroup(name: string): number {
  const line = readFileSync('/etc/group', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  return Number(line?.split(':')[2]);
}

async function writeCertificate(folder: string): Promise<void> {
  const { cert, key } = await makeCertificate('mail.host.test');
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
}

function writeConfig(folder: string, ports: Ports): void {
  const config = join(folder, 'config');
  const files = makeConfigFiles({
    config,
    dir: join(folder, 'shared'),
    host: 'mail.host.test',
    certificate: join(config, 'cert.pem'),
    certificate_key: join(config, 'key.pem'),
    dovecot_listen: localhost,
    dovecot_run: join(folder, 'dovecot'),
    dovecot_log: join(folder, 'dovecot.log'),
    // Tests use wrong passwords on purpose.
    dovecot_more: 'auth_failure_delay = 0',
    hostler_user: 'root',
    mail_user: mailUser,
    mail_group: mailUser,
    imap_port: `${ports.imap}`,
    imaps_port: `${ports.imaps}`,
    smtp_port: `${localhost}:${ports.smtp}`,
    submission_port: `${localhost}:${ports.submission}`,
    submissions_port: `${localhost}:${ports.submissions}`,
    postfix_queue: join(folder, 'queue'),
    postfix_data: join(folder, 'data'),
    postfix_log: join(folder, 'postfix.log'),
    postfix_listen: localhost,
    postfix_protocols: 'ipv4',
    opendkim_socket: join(folder, 'opendkim', 'socket'),
    opendkim_pid: join(folder, 'opendkim', 'pid'),
    client_rate: '0',
    client_recipient_rate: '0',
    // Nothing leaves the machine.
    postfix_more: `default_transport = lmtp:unix:${join(folder, 'world', 'socket')}\nmaximal_backoff_time = 2s\nminimal_backoff_time = 1s\nqueue_run_delay = 1s\ntransport_retry_time = 1s\nsmtpd_error_sleep_time = 0`,
  });
  for (const { name, text } of files) {
    mkdirSync(dirname(join(config, name)), { recursive: true });
    writeFileSync(join(config, name), text);
  }
}

async function startPrograms({ folder, spawn }: StartContext, ports: Ports): Promise<void> {
  const config = join(folder, 'config');
  const program = (name: string) => findCommand(name) ?? name;
  const dovecot = spawn(program('dovecot'), ['-F', '-c', join(config, 'dovecot.conf')], 'TERM');
  const opendkim = spawn(program('opendkim'), ['-x', join(config, 'opendkim.conf')], 'TERM');
  const postfix = spawn(postfixMaster, ['-s', '-c', config], 'TERM');
  const logs = (name: string, server: ServerProcess): ServerProcess => ({
    ...server,
    readLog: () => `${server.readLog()}${readLog(join(folder, `${name}.log`))}`,
  });
  await Promise.all([
    awaitReady('Dovecot', logs('dovecot', dovecot), () => greets(ports.imap, '* OK')),
    awaitReady('OpenDKIM', opendkim, async () => existsSync(join(folder, 'opendkim', 'socket'))),
    awaitReady('Postfix', logs('postfix', postfix), () => greets(ports.submission, '220 mail.host.test')),
  ]);
}

function readLog(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function greets(port: number, greeting: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, localhost);
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('data', (data) => finish(data.toString().startsWith(greeting)));
  });
}
