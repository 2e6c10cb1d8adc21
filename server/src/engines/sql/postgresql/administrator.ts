import { escapeIdentifier } from 'pg';
import type { PostgresSession } from './session.ts';

/** What we are on that server. */
export interface Administrator {
  readonly name: string;
  readonly superuser: boolean;
  readonly mayCreate: boolean;
  /** Whether users we make can be let read what row-level security hides. */
  readonly mayBypass: boolean;
  /** Whether we may limit the temporary files of a role, so that it cannot lift the limit itself. */
  readonly mayLimitTemp: boolean;
  /** 150018 */
  readonly version: number;
}

interface AdministratorRow {
  rolname: string;
  rolsuper: boolean;
  rolcreatedb: boolean;
  rolcreaterole: boolean;
  rolbypassrls: boolean;
  temp: boolean;
  version: number;
}

/** From here on a role may give on what it has itself; before, only a superuser may. */
const rightsCanBePassedOn = 160_000;

export async function readAdministrator(session: PostgresSession): Promise<Administrator> {
  const [row] = await session.query<AdministratorRow>(
    `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls,
            has_parameter_privilege('temp_file_limit', 'set') as temp,
            current_setting('server_version_num')::int as version
     from pg_roles where rolname = current_user`,
  );
  if (!row) throw new Error('The administrator is not among the roles.');
  const { rolname: name, rolsuper: superuser, version } = row;
  return {
    name,
    superuser,
    mayCreate: superuser || (row.rolcreatedb && row.rolcreaterole),
    mayBypass: superuser || (row.rolbypassrls && version >= rightsCanBePassedOn),
    mayLimitTemp: superuser || row.temp,
    version,
  };
}

/**
 * The statement that lets us act for a role we made: own its database, end its sessions. A superuser needs none;
 * before version 16 whoever makes roles may join them, since then it has to be said how.
 */
export function grantToUs({ superuser, version }: Administrator, role: string): string[] {
  if (superuser) return [];
  const how = version >= rightsCanBePassedOn ? ' with inherit true, set true' : '';
  return [`grant ${escapeIdentifier(role)} to current_user${how}`];
}
