import type { EngineHealth } from '../../engine.ts';
import { readVersion } from '../tools.ts';
import type { Administrator } from './administrator.ts';
import { isMarked } from './databases.ts';
import { readSqlState } from './errors.ts';
import type { PostgresServer } from './server.ts';
import type { PostgresSession } from './session.ts';

const oldestVersion = 15;
const setting = 'HOSTLER_POSTGRES_ADMIN_URL';

/** Returns the state of the server, our privileges and advice for the operator. Never throws. */
export async function checkPostgres(server: PostgresServer): Promise<EngineHealth> {
  try {
    return await server.administer(async (session, us) => {
      const facts = await readFacts(session);
      const tool = await server.tools.find('pg_dump');
      const rights = us.superuser ? 'superuser' : us.mayCreate ? 'may create databases and roles' : 'lacks rights';
      const dumps = tool ? `pg_dump ${tool.version}` : 'no pg_dump';
      return {
        reachable: true,
        version: `PostgreSQL ${facts.version}`,
        detail: `${us.name}: ${rights}; ${facts.used} of ${facts.connections} connections in use; ${dumps}`,
        advice: advise(us, facts, tool?.version),
        gaps: us.mayLimitTemp ? [] : [describeTempGap(us)],
      };
    });
  } catch (error) {
    return { reachable: false, version: null, ...explain(error) };
  }
}

interface Facts {
  version: string;
  connections: number;
  used: number;
  /** Databases that every customer can connect to without owning them. */
  open: string[];
}

async function readFacts(session: PostgresSession): Promise<Facts> {
  const [facts] = await session.query<Facts>(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
            current_setting('max_connections')::int as connections,
            (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
            array(select datname::text from pg_database
                  where datallowconn and has_database_privilege('public', oid, 'connect')
                    and not ${isMarked('datdba')}
                  order by datname) as open`,
  );
  if (!facts) throw new Error('The server returned no information about itself.');
  return facts;
}

function advise(us: Administrator, { version, open }: Facts, toolVersion: string | undefined): string | null {
  const major = readVersion(version)[0] ?? 0;
  if (major < oldestVersion) return `Upgrade the server: Hostler needs PostgreSQL ${oldestVersion} or newer.`;
  if (!us.mayCreate) return `Run as a superuser: ALTER ROLE "${us.name}" CREATEDB CREATEROLE`;
  if (toolVersion === undefined || (readVersion(toolVersion)[0] ?? 0) < major) {
    return `Install pg_dump of version ${major} or newer on this machine (Debian package postgresql-client-${major}): there are no backups without it.`;
  }
  if (open.length === 0) return null;
  return `Customers can connect to ${open.join(', ')}. Run as a superuser: REVOKE CONNECT, TEMPORARY ON DATABASE ${open.map((name) => `"${name}"`).join(', ')} FROM PUBLIC`;
}

function describeTempGap({ name }: Administrator): string {
  return `Temporary files of customers are not limited: a query of one can fill the disk for all. Run as a superuser: GRANT SET ON PARAMETER temp_file_limit TO "${name}"`;
}

function explain(error: unknown): { detail: string; advice: string } {
  const message = error instanceof Error ? error.message : String(error);
  const state = readSqlState(error) ?? '';
  if (state.startsWith('28')) {
    return {
      detail: `Login failed: ${message}.`,
      advice: `Check user and password in ${setting}, and the server's pg_hba.conf.`,
    };
  }
  if (state === '3D000') return { detail: `${message}.`, advice: `Name a database that exists in ${setting}.` };
  if (state === '53300') {
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
