import type { SqlDriver } from '../../../engines/sql/driver.ts';

/** `15.18` of a server that calls itself `PostgreSQL 15.18`: the record names the engine already. Null when it is away. */
export async function readServerVersion(driver: SqlDriver): Promise<string | null> {
  const { version } = await driver.check();
  return version?.replace(/^[a-z]+ (?=\d)/i, '') ?? null;
}
