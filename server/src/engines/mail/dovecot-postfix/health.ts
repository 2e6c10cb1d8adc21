import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EngineHealth } from '../../engine.ts';
import { converse, isListening } from './conversation.ts';
import { type MailAddress, type MailServer, policySocket } from './mail-server.ts';
import { withMaps } from './map-database.ts';

const GUIDE = 'docs/engines/dovecot-postfix.md';
const { R_OK, W_OK, X_OK } = constants;

/** Default time limit of a check. */
const CHECK_PATIENCE_MS = 3_000;

interface Fault {
  detail: string;
  advice: string;
}

/** Checks the mail server and reports the first problem in the order to fix them. */
export async function checkMailServer(server: MailServer, patienceMs = CHECK_PATIENCE_MS): Promise<EngineHealth> {
  const [version, fault, counts] = await Promise.all([
    readVersions(),
    // Each part gets a share, so that a hanging program is named within the limit.
    findFault(server, (2 / 3) * patienceMs),
    isListening(policySocket(server.dir)),
  ]);
  if (fault) return { reachable: false, version, ...fault };
  const count = countMailboxes(server.dir);
  return {
    reachable: true,
    version,
    detail: `${count === 1 ? '1 mailbox' : `${count} mailboxes`}, sign-in by IMAP and SMTP at ${server.host}.`,
    advice: null,
    gaps: counts
      ? []
      : ['No worker on this machine counts recipients: mailboxes send as much as Postfix lets one client.'],
  };
}

async function findFault(server: MailServer, patienceMs: number): Promise<Fault | undefined> {
  return (
    (await findFaultOfFolders(server)) ??
    (await findFaultOfDovecot(server, patienceMs)) ??
    (await findFaultOfPostfix(server, patienceMs))
  );
}

async function findFaultOfFolders({ dir }: MailServer): Promise<Fault | undefined> {
  const [maps, mailboxes] = [join(dir, 'maps'), join(dir, 'mailboxes')];
  const database = join(maps, 'mail.db');
  try {
    for (const folder of [maps, mailboxes]) await access(folder, R_OK | W_OK | X_OK);
    withMaps(dir, (db) => db.transaction(() => {}).immediate());
    const { mode } = await stat(database);
    if ((mode & 0o060) === 0o060) return undefined;
    return {
      detail: `${database} cannot be read by Dovecot and Postfix.`,
      advice: `Run: chmod 0660 ${database}, and check that its group is postfix.`,
    };
  } catch (error) {
    const { code = 'unknown', path = database } = error as NodeJS.ErrnoException;
    return { detail: `${path} cannot be used (${code}).`, advice: adviseOnFolders(code, maps) };
  }
}

export function adviseOnFolders(code: string, maps: string): string {
  if (code === 'EROFS') {
    return `Let Hostler's service write there, by ReadWritePaths= in its unit (${GUIDE}), or check the kernel log for why the file system is mounted read-only.`;
  }
  return `Check that HOSTLER_MAIL_DIR is on this machine, that ${maps} belongs to Hostler's user, and that this user is in the groups postfix and vmail (${GUIDE}).`;
}

async function findFaultOfDovecot({ imap }: MailServer, patienceMs: number): Promise<Fault | undefined> {
  return explain('Dovecot', 'HOSTLER_MAIL_IMAP_ADDRESS', imap, async () => {
    const isWhole = /^(a OK|a BAD|\* BYE|\d{3} ).*\r?\n/m;
    const [greeting = '', capabilities = ''] = await converse(imap, ['a CAPABILITY\r\n'], { isWhole, patienceMs });
    if (!/^\* OK/.test(greeting)) return `It greets with "${greeting.trim().slice(0, 100)}" instead of IMAP.`;
    return /STARTTLS/.test(`${greeting}${capabilities}`)
      ? undefined
      : 'It offers no STARTTLS: passwords are not encrypted in transit.';
  });
}

async function findFaultOfPostfix({ smtp }: MailServer, patienceMs: number): Promise<Fault | undefined> {
  return explain('Postfix', 'HOSTLER_MAIL_SMTP_ADDRESS', smtp, async () => {
    const isWhole = /^\d{3} .*\r?\n/m;
    const [greeting = '', extensions = ''] = await converse(smtp, ['EHLO hostler.invalid\r\n'], {
      isWhole,
      patienceMs,
    });
    if (!/^220[ -]/.test(greeting)) return `It greets with "${greeting.trim().slice(0, 100)}" instead of SMTP.`;
    return /STARTTLS/.test(extensions) ? undefined : 'It offers no STARTTLS: passwords are not encrypted in transit.';
  });
}

async function explain(
  name: string,
  setting: string,
  { host, port }: MailAddress,
  ask: () => Promise<string | undefined>,
): Promise<Fault | undefined> {
  const at = `${host} port ${port}`;
  try {
    const wrong = await ask();
    if (wrong === undefined) return undefined;
    return { detail: `${name} at ${at}: ${wrong}`, advice: `Compare its settings with those in ${GUIDE}.` };
  } catch (error) {
    const { code = (error as Error).message } = error as NodeJS.ErrnoException;
    return {
      detail: `${name} does not answer at ${at} (${code}).`,
      advice: `Start ${name} and check its log, or correct ${setting}.`,
    };
  }
}

function countMailboxes(dir: string): number {
  return withMaps(dir, (db) => db.prepare('select count(*) from mailboxes').pluck().get()) as number;
}

/** Returns the versions of the programs, if they can be run. */
async function readVersions(): Promise<string> {
  const ask = async (name: string, program: string, args: string[]) => {
    const { stdout } = await promisify(execFile)(program, args, { timeout: 2_000 }).catch(() => ({ stdout: '' }));
    return `${name} ${/\d[\d.]*/.exec(stdout)?.[0] ?? ''}`.trim();
  };
  const [dovecot, postfix] = await Promise.all([
    ask('Dovecot', '/usr/sbin/dovecot', ['--version']),
    ask('Postfix', '/usr/sbin/postconf', ['-d', '-h', 'mail_version']),
  ]);
  return `${dovecot}, ${postfix}`;
}
