import { existsSync, mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Migration } from '@hostler/database';
import { copyData } from '#data-copies/backup-data.ts';
import { nameCopy, removeOldCopies } from '#data-copies/copy-folder.ts';
import { conflict } from '#kernel/errors.ts';
import { formatTime } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import { VERSION } from '#program/version.ts';
import { describeLackOfSpace, measureDisk } from './disk.ts';
import { measure } from './measure.ts';
import { PROGRAM_VERSION } from './program-version.ts';
import { readUpgradeRecord, writeUpgradeRecord } from './record.ts';

/** Copies that stay, the newest first. */
const KEPT = 3;

interface Upgrade {
  readonly missing: readonly Migration[];
  /** A copy that was made for this upgrade already. */
  readonly copy: string | undefined;
  tell(sentence: string): void;
}

/**
 * Copies the data before its tables are changed, and records the upgrade for `hostler rollback`. An attempt that
 * continues an interrupted one uses its copy: the database may have changed in part since.
 */
export async function copyBeforeUpgrade(hostler: Hostler, { missing, copy: given, tell }: Upgrade): Promise<void> {
  const { config, clock } = hostler;
  if (!config.upgradeCopy && given === undefined) return;
  const last = readUpgradeRecord(config.dataDir);
  const isContinued = last && last.finished_at === null && last.rolled_back_at === null && existsSync(last.copy);
  if (isContinued && given === undefined) return tell(`The copy from before this upgrade is ${last.copy}.`);
  if (given !== undefined && !existsSync(given)) throw conflict(`There is no file ${given}. Nothing was changed.`);
  const { settings, bytes } = await measure(config);
  const copy = given === undefined ? await makeCopy(hostler, bytes, tell) : resolve(given);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  writeUpgradeRecord(config.dataDir, {
    copy,
    copied_at: formatTime(given === undefined ? clock.now() : statSync(copy).mtimeMs),
    from_version: settings[PROGRAM_VERSION] ?? null,
    to_version: VERSION,
    migrations: missing.map(({ id }) => id),
    breaking: missing.filter(({ breaks }) => breaks).map(({ id }) => id),
    finished_at: null,
    rolled_back_at: null,
  });
}

/** Records that the migrations are complete. */
export function finishUpgrade({ config, clock }: Hostler): void {
  const last = readUpgradeRecord(config.dataDir);
  if (!last || last.finished_at !== null || last.rolled_back_at !== null) return;
  writeUpgradeRecord(config.dataDir, { ...last, finished_at: formatTime(clock.now()) });
}

async function makeCopy(hostler: Hostler, bytes: number, tell: Upgrade['tell']): Promise<string> {
  const { config, clock } = hostler;
  mkdirSync(config.copyDir, { recursive: true, mode: 0o700 });
  const [lack] = describeLackOfSpace([measureDisk(config.copyDir, 'the copy of the data', bytes)]);
  if (lack) throw conflict(`The data cannot be copied before the upgrade. ${lack} Nothing was changed.`);
  const copy = resolve(config.copyDir, nameCopy('before', clock.now()));
  if (!existsSync(copy)) await copyData(hostler, copy);
  tell(`The data before the upgrade is in ${copy}.`);
  removeOldCopies(config.copyDir, 'before', KEPT);
  return copy;
}
