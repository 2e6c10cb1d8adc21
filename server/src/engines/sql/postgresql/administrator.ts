import { escapeIdentifier } from 'pg';
import type { PostgresSession } from './session.ts';

/** Our role on the server and its rights. */
export interface Administrator {
  readonly name: string;
  readonly superuser: boolean;
  readonly mayCreate: boolean;
  /** Set if users we create can be allowed to read rows hidden by row-level security. */
  readonly mayBypass: boolean;
  /** Set if we may limit the temporary files of a role, so that it cannot lift the limit itself. */
  readonly mayLimitTemp: boolean;
  /** For example 150018. */
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

/** From this version on a role may pass on its own rights; before, only a superuser may. */
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
 * Returns the statement that lets us act for a role we created: own its database, end its sessions. A superuser needs
 * none. Before version 16 the creator of a role may join it; since then the options must be given.
 */
export function grantToUs({ superuser, version }: Administrator, role: string): string[] {
  if (superuser) return [];
  const how = version >= rightsCanBePassedOn ? ' with inherit true, set true' : '';
  return [`grant ${escapeIdentifier(role)} to current_user${how}`];
}
