import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createPowerDns } from '../engines/dns/powerdns.ts';
import { createSimulatedDns } from '../engines/dns/simulated.ts';
import { observe } from '../engines/observe.ts';
import { createMariadbServer } from '../engines/sql/mariadb.ts';
import { createPostgresqlServer } from '../engines/sql/postgresql.ts';
import { createSimulatedSql } from '../engines/sql/simulated.ts';
import { standardFolders } from '../engines/sql/tools.ts';
import { createFolderStorage } from '../engines/storage/folder.ts';
import { createIncusVps } from '../engines/vps/incus/incus.ts';
import { createSimulatedVps } from '../engines/vps/simulated.ts';
import type { CheckedEngine } from '../health.ts';

export type Engines = ReturnType<typeof openEngines>;

/** The only place that names concrete drivers. */
export function openEngines({ dataDir, backupDir, engines, simulatedDelayMs: delayMs }: Config) {
  const dir = (name: string) => join(dataDir, 'simulated', name);
  const programFolders = [...standardFolders, ...engines.programFolders];
  const vps = engines.incus ? createIncusVps(engines.incus) : createSimulatedVps({ dir: dir('vps'), delayMs });
  const dns = engines.powerDns ? createPowerDns(engines.powerDns) : createSimulatedDns({ dir: dir('dns'), delayMs });
  const postgresql = engines.postgresql
    ? createPostgresqlServer({ ...engines.postgresql, programFolders })
    : createSimulatedSql({ dir: dir('postgresql'), engine: 'postgresql', delayMs });
  const mariadb = engines.mariadb
    ? createMariadbServer({ ...engines.mariadb, programFolders })
    : createSimulatedSql({ dir: dir('mariadb'), engine: 'mariadb', delayMs });
  return {
    vps: observe('vps', vps),
    dns: observe('dns', dns),
    sql: { postgresql: observe('postgresql', postgresql), mariadb: observe('mariadb', mariadb) },
    storage: observe('storage', createFolderStorage({ dir: backupDir })),
  };
}

/** For `doctor` and `/readyz`. */
export function listEngines({ vps, dns, sql, storage }: Engines): CheckedEngine[] {
  return [
    { name: 'vps', check: () => vps.check() },
    { name: 'dns', check: () => dns.check() },
    { name: 'postgresql', check: () => sql.postgresql.check() },
    { name: 'mariadb', check: () => sql.mariadb.check() },
    { name: 'backup storage', check: () => storage.check() },
  ];
}
