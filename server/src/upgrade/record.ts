import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** File in the data folder about the last upgrade. It can be read when the database cannot. */
const FILE = 'upgrade.json';

export interface UpgradeRecord {
  /** Path of the copy from before the upgrade. */
  readonly copy: string;
  readonly copied_at: string;
  /** Version that migrated the database before; null if unknown. */
  readonly from_version: string | null;
  readonly to_version: string;
  readonly migrations: readonly string[];
  /** Migrations after which the version before cannot use the database. */
  readonly breaking: readonly string[];
  /** Null while the migrations are not complete. */
  readonly finished_at: string | null;
  /** Null unless the copy was restored. */
  readonly rolled_back_at: string | null;
}

export function readUpgradeRecord(dataDir: string): UpgradeRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as UpgradeRecord;
  } catch {
    return undefined;
  }
}

export function writeUpgradeRecord(dataDir: string, record: UpgradeRecord): void {
  const part = join(dataDir, `${FILE}.part`);
  writeFileSync(part, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(part, join(dataDir, FILE));
}
