import { formatBytes } from '#kernel/bytes.ts';
import { RELEASED } from '#settings/catalogue.ts';
import { describeUnknownSetting } from '#settings/unknown.ts';
import type { UpgradeReport } from './check.ts';

/** Steps that take less are only counted. */
const LONG_SECONDS = 0.5;

/** Formats the report for people, a paragraph for each subject. */
export function describeUpgrade(report: UpgradeReport): string {
  const { version, commit, from_version, database, size_bytes, notes, problems } = report;
  const from = from_version === null ? '' : `, last migrated by ${from_version}`;
  const program = `hostler ${version}${commit === null ? '' : ` (${commit})`}`;
  return [
    `${program} would use the database: ${database}, ${formatBytes(size_bytes)}${from}.`,
    describeMigrations(report),
    report.disk
      .map(
        ({ folder, purpose, needed_bytes, free_bytes }) =>
          `Disk: up to ${formatBytes(needed_bytes)} in ${folder} for ${purpose}; ${formatBytes(free_bytes)} are free.`,
      )
      .join('\n'),
    describeSettings(report),
    notes.length > 0 ? ['Before you upgrade:', ...notes.map((note) => `- ${note}`)].join('\n') : '',
    problems.length > 0
      ? ['The upgrade would fail:', ...problems.map((problem) => `- ${problem}`)].join('\n')
      : 'Nothing prevents the upgrade.',
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function describeMigrations({ migrations, estimated_seconds }: UpgradeReport): string {
  if (migrations.length === 0) return 'Migrations: none.';
  const long = migrations.filter(({ seconds }) => seconds >= LONG_SECONDS);
  const breaking = migrations.filter(({ breaks }) => breaks).map(({ id }) => id);
  return [
    `Migrations: ${migrations.length}, ${formatDuration(estimated_seconds)} in all, estimated from the numbers of rows.`,
    ...long.map(({ id, rows, tables, seconds }) => {
      const count = Math.round(rows).toLocaleString('en');
      return `- ${id}: ${count} rows of ${tables.join(', ')}, ${formatDuration(seconds)}`;
    }),
    ...(breaking.length > 0
      ? [`The version before cannot use the database afterwards, because of ${breaking.join(', ')}.`]
      : ['The version before can still use the database afterwards.']),
  ].join('\n');
}

function describeSettings({ settings: { unknown, changed, added } }: UpgradeReport): string {
  return [
    ...unknown.map((setting) => `Settings: ${describeUnknownSetting(setting)}`),
    ...changed.map(({ name, from, to }) => `Settings: the default of ${name} changes from "${from}" to "${to}".`),
    ...(added.length > 0
      ? [`Settings: ${added.length} are new since ${RELEASED.version}; all have a default. --json lists them.`]
      : []),
  ].join('\n');
}

function formatDuration(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `about ${Math.ceil(seconds)} s`;
  return `about ${Math.ceil(seconds / 60)} minutes`;
}
