import type { EngineHealth } from '../../engine.ts';
import { readVersion } from '../tools.ts';
import { readErrorNumber } from './errors.ts';
import type { MariadbServer } from './server.ts';
import type { MariadbSession } from './session.ts';

const oldestVersion = [10, 6] as const;
const setting = 'HOSTLER_MARIADB_ADMIN_URL';
const neededRights = ['CREATE USER', 'PROCESS', 'CONNECTION ADMIN', 'SET USER'];
const neededTables = ['mysql.db', 'mysql.global_priv', 'mysql.proc'];
/** Default of the server. */
const unlimitedTemp = 2 ** 40;
const smallestPacket = 64 * 1024 * 1024;

/** Returns the state of the server, our privileges and advice for the operator. Never throws. */
export async function checkMariadb(server: MariadbServer): Promise<EngineHealth> {
  try {
    return await server.administer(async (session) => {
      const facts = await readFacts(session);
      const tool = await server.tools.find('mariadb-dump');
      const product = facts.product === 'MariaDB' ? facts.product : 'not MariaDB';
      const rights = facts.missing.length === 0 ? 'may create databases and users' : 'lacks rights';
      const dumps = tool ? `mariadb-dump ${tool.version}` : 'no mariadb-dump';
      return {
        reachable: true,
        version: `${product} ${facts.version}`,
        detail: `${facts.name}: ${rights}; ${facts.used} of ${facts.connections} connections in use; ${dumps}`,
        advice: advise(facts, tool !== undefined && (await server.tools.find('mariadb')) !== undefined),
        gaps: await findGaps(session),
      };
    });
  } catch (error) {
    return { reachable: false, version: null, ...explain(error) };
  }
}

interface Facts {
  product: string | undefined;
  version: string;
  name: string;
  connections: number;
  used: number;
  packet: number;
  /** Set if it only accepts plain text passwords, while ours are hashed. */
  strict: number;
  /** Missing privileges. */
  missing: string[];
  /** Set if every user has privileges. */
  open: boolean;
}

async function readFacts(session: MariadbSession): Promise<Facts> {
  const [row] = await session.query<{
    version: string;
    name: string;
    connections: number;
    used: number;
    packet: number;
    strict: number;
  }>(
    `select version() as version, current_user() as name, @@max_connections as connections,
            (select count(*) from information_schema.PROCESSLIST) as used, @@max_allowed_packet as packet,
            (select count(*) from information_schema.PLUGINS
             where PLUGIN_TYPE = 'PASSWORD VALIDATION' and PLUGIN_STATUS = 'ACTIVE' and @@strict_password_validation) as strict`,
  );
  if (!row) throw new Error('The server returned no information about itself.');
  const [, version = row.version, product] = /^(?:5\.5\.5-)?(\d+(?:\.\d+)*)(?:-(MariaDB))?/.exec(row.version) ?? [];
  const missing = await listMissing(session);
  const open = missing.length === 0 && (await isOpen(session));
  return { ...row, version, product, missing, open };
}

async function listMissing(session: MariadbSession): Promise<string[]> {
  const granted = await session.query<{ name: string }>(
    `select PRIVILEGE_TYPE as name from information_schema.USER_PRIVILEGES
     where GRANTEE = concat('''', replace(current_user(), '@', '''@'''), '''')`,
  );
  const missing = neededRights.filter((right) => !granted.some(({ name }) => name === right));
  for (const table of neededTables) {
    const readable = await session.query(`select 1 from ${table} limit 1`).then(
      () => true,
      () => false,
    );
    if (!readable) missing.push(`SELECT on ${table}`);
  }
  return missing;
}

/** The database `test` and the anonymous user, which some installations start with. */
async function isOpen(session: MariadbSession): Promise<boolean> {
  const found = await session.query(
    `select 1 from mysql.db where User in ('', 'PUBLIC') union select 1 from mysql.global_priv where User = ''`,
  );
  return found.length > 0;
}

function advise(facts: Facts, hasTools: boolean): string | null {
  const { product, version, missing, open, packet, strict, name } = facts;
  const [major = 0, minor = 0] = readVersion(version);
  const isOld = major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1]);
  if (product !== 'MariaDB' || isOld) return `Use MariaDB ${oldestVersion.join('.')} or newer.`;
  if (missing.length > 0)
    return `Grant ${name} the missing privileges (see docs/engines/mariadb.md): ${missing.join(', ')}.`;
  if (Number(strict) > 0) {
    return 'Set strict_password_validation=OFF on the server: it refuses passwords that are sent as a hash, and Hostler sends only hashes.';
  }
  if (!hasTools) {
    return 'Install mariadb-dump and mariadb on this machine (Debian package mariadb-client): there are no backups without them.';
  }
  if (open)
    return 'All users have privileges through PUBLIC or an anonymous user: run mariadb-secure-installation on the server.';
  if (Number(packet) >= smallestPacket) return null;
  return `Set max_allowed_packet to at least ${smallestPacket / 2 ** 20}M on the server: a row that is about as large as it cannot be restored from a backup.`;
}

/** The variable exists since MariaDB 11.5, with an unlimited default. */
async function findGaps(session: MariadbSession): Promise<string[]> {
  const [, limit] = await session.show(`show global variables like 'max_tmp_session_space_usage'`);
  const meaning = 'Temporary files of customers are not limited: a query of one can fill the disk for all.';
  if (limit === undefined) {
    return [
      `${meaning} Give tmpdir a file system of its own, or use MariaDB 11.5 or newer and set max_tmp_session_space_usage.`,
    ];
  }
  const isUnlimited = Number(limit) === 0 || Number(limit) >= unlimitedTemp;
  return isUnlimited ? [`${meaning} Set max_tmp_session_space_usage on the server.`] : [];
}

function explain(error: unknown): { detail: string; advice: string } {
  const message = error instanceof Error ? error.message : String(error);
  const number = readErrorNumber(error);
  if (number === 1045 || number === 1130 || number === 1698) {
    return { detail: `Login failed: ${message}.`, advice: `Check user and password in ${setting}.` };
  }
  if (number === 1040) {
    return {
      detail: `${message}.`,
      advice: 'Raise max_connections on the server, or lower HOSTLER_DATABASE_CONNECTION_LIMIT.',
    };
  }
  return {
    detail: `The connection failed: ${message}.`,
    advice: `Check that the server runs, and host and port (and the certificate, where one is named) in ${setting}.`,
  };
}
