import type { Measured, Migration } from '@hostler/database';
import { Vault } from '#kernel/crypto.ts';
import { describeBroken, describeOtherKey } from '#program/prepare.ts';
import { COMMIT, VERSION } from '#program/version.ts';
import { RELEASED, SETTINGS } from '#settings/catalogue.ts';
import type { Config } from '#settings/config.ts';
import type { UnknownSetting } from '#settings/unknown.ts';
import { type DiskNeed, describeLackOfSpace, measureDisk } from './disk.ts';
import { type EstimatedStep, estimateSteps } from './estimate.ts';
import { describeOldServer, measure } from './measure.ts';
import { readUpgradeNotes } from './notes.ts';
import { PROGRAM_VERSION } from './program-version.ts';

export interface UpgradeReport {
  readonly version: string;
  readonly commit: string | null;
  /** Version that migrated the database last; null if it did not record this. */
  readonly from_version: string | null;
  readonly database: string;
  readonly size_bytes: number;
  readonly migrations: readonly EstimatedStep[];
  readonly estimated_seconds: number;
  readonly disk: readonly DiskNeed[];
  readonly settings: SettingsReport;
  /** Facts and tasks for the operator before the upgrade. */
  readonly notes: readonly string[];
  /** Reasons why the upgrade would fail. */
  readonly problems: readonly string[];
}

interface SettingsReport {
  readonly unknown: readonly UnknownSetting[];
  /** Settings that are not set here and whose default changed. */
  readonly changed: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  /** Names of settings that the last release did not have. */
  readonly added: readonly string[];
}

/** Reports what this version would do to the database of the installation. Changes nothing. */
export async function checkUpgrade(config: Config, steps: readonly Migration[]): Promise<UpgradeReport> {
  const found = await measure(config);
  const applied = new Set(found.steps.map(({ id }) => id));
  const migrations = estimateSteps(
    steps.filter(({ id }) => !applied.has(id)),
    found.rows,
  );
  const from = found.settings[PROGRAM_VERSION] ?? null;
  const isUpgrade = migrations.length > 0 || from !== VERSION;
  const disk = migrations.length > 0 && applied.size > 0 ? measureNeeds(config, found, migrations) : [];
  return {
    version: VERSION,
    commit: COMMIT,
    from_version: from,
    database: found.product,
    size_bytes: found.bytes,
    migrations,
    estimated_seconds: migrations.reduce((sum, { seconds }) => sum + seconds, 0),
    disk,
    settings: compareSettings(config, isUpgrade),
    notes: isUpgrade && applied.size > 0 ? readUpgradeNotes(from) : [],
    problems: [...findProblems(config, found, steps), ...describeLackOfSpace(disk)],
  };
}

function findProblems(
  config: Config,
  { product, versionNumber, steps: applied, settings }: Measured & { versionNumber?: number },
  steps: readonly Migration[],
): string[] {
  const known = new Set(steps.map(({ id }) => id));
  const breaking = applied.filter(({ id, breaks }) => breaks && !known.has(id));
  const key = settings.secret_key_name;
  return [
    describeOldServer(product, versionNumber),
    breaking.length > 0 ? describeBroken(breaking) : undefined,
    key !== undefined && key !== new Vault(config.secretKey).keyName ? describeOtherKey() : undefined,
  ].filter((sentence) => sentence !== undefined);
}

/** The free space of a PostgreSQL server is not known here. Its copy is compressed and smaller than this. */
function measureNeeds(config: Config, { bytes, rows }: Measured, migrations: readonly EstimatedStep[]): DiskNeed[] {
  const copy = config.upgradeCopy ? [measureDisk(config.copyDir, 'the copy of the data', bytes)] : [];
  if (config.databaseUrl) return copy;
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const touched = migrations.reduce((sum, step) => sum + step.rows, 0);
  const work = all === 0 ? 0 : Math.ceil(bytes * Math.min(1, touched / all));
  return [...copy, measureDisk(config.dataDir, 'the migrations', work)];
}

function compareSettings({ unknownSettings, source }: Config, isUpgrade: boolean): SettingsReport {
  const names = isUpgrade ? Object.keys(SETTINGS) : [];
  const before = RELEASED.settings;
  const changed = names.flatMap((name) => {
    const [from, to = ''] = [before[name], SETTINGS[name]];
    return from === undefined || from === to || source.isGiven(name) ? [] : [{ name, from, to }];
  });
  return { unknown: unknownSettings, changed, added: names.filter((name) => !(name in before)) };
}
