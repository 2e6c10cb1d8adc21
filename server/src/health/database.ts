import { isPooled, keepsPrepared } from '@hostler/database/postgres';
import pg from 'pg';
import type { EngineHealth } from '#engines/engine.ts';
import type { Config } from '#settings/config.ts';

type Settings = Pick<Config, 'databasePrepare' | 'databaseDirectUrl' | 'valkeyUrl'>;

/**
 * Checks the connection to PostgreSQL, and whether the settings fit a pooler in between. Tests it instead of guessing.
 */
export async function checkPostgres(url: string, settings: Settings): Promise<EngineHealth> {
  const client = new pg.Client({ connectionString: url, application_name: 'hostler-doctor' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const version = `PostgreSQL ${rows[0]?.server_version.split(' ')[0] ?? ''}`.trim();
    const pooled = await isPooled(client);
    const keeps = pooled && settings.databasePrepare ? await keepsPrepared(url) : undefined;
    return { reachable: true, version, ...judge({ ...settings, pooled, keeps }) };
  } finally {
    await client.end();
  }
}

interface Findings extends Settings {
  pooled: boolean;
  /** True if the pooler keeps prepared statements; undefined if irrelevant or unknown. */
  keeps: boolean | undefined;
}

export function judge(findings: Findings): { detail: string; advice: string | null } {
  const { pooled, databasePrepare, keeps } = findings;
  const way = pooled ? 'Reached through a pooler' : 'Reached directly';
  const hints = `processes ${describeHints(findings)}`;
  return { detail: `${way}; ${hints}.`, advice: pooled && databasePrepare ? advise(keeps) : null };
}

function describeHints({ pooled, valkeyUrl, databaseDirectUrl }: Findings): string {
  if (valkeyUrl) return 'notify each other through Valkey';
  if (databaseDirectUrl) return 'notify each other by LISTEN at HOSTLER_DATABASE_DIRECT_URL';
  if (!pooled) return 'notify each other by LISTEN';
  return 'poll for changes every second, the panel every 5 seconds; set HOSTLER_VALKEY_URL or HOSTLER_DATABASE_DIRECT_URL for immediate notification';
}

function advise(keeps: boolean | undefined): string | null {
  if (keeps) return null;
  const remedy = 'set HOSTLER_DATABASE_PREPARE=off';
  if (keeps === false) {
    return `The pooler does not keep prepared statements (PgBouncer before 1.21, or without max_prepared_statements): ${remedy}.`;
  }
  return `Unknown whether the pooler keeps prepared statements. If it is PgBouncer before 1.21 in transaction mode, ${remedy}.`;
}
