import type { SqlDriver } from '#engines/sql/driver.ts';

/**
 * Returns the version without the engine name: `15.18` for `PostgreSQL 15.18`. The record already names the engine.
 * Returns null if the server is unreachable.
 */
export async function readServerVersion(driver: SqlDriver): Promise<string | null> {
  const { version } = await driver.check();
  return version?.replace(/^[a-z]+ (?=\d)/i, '') ?? null;
}
