import { join } from 'node:path';
import type { Measured } from '@hostler/database';
import type { Config } from '#settings/config.ts';

/** PostgreSQL 15. */
const OLDEST_POSTGRES = 150_000;

/** Measures the database of an installation of any version. */
export async function measure(config: Config): Promise<Measured & { readonly versionNumber?: number }> {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (url) return (await import('@hostler/database/postgres/measure')).measureDatabase(url);
  return (await import('@hostler/database/sqlite/measure')).measureFile(join(config.dataDir, 'hostler.db'));
}

/** Returns a sentence if the server is older than required. */
export function describeOldServer(product: string, versionNumber: number | undefined): string | undefined {
  if (versionNumber === undefined || versionNumber >= OLDEST_POSTGRES) return undefined;
  return `${product} is too old: Hostler needs PostgreSQL 15 or newer. Upgrade PostgreSQL first, then Hostler.`;
}
