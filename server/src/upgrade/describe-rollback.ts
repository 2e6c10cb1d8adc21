import type { UpgradeRecord } from './record.ts';

export interface Rollback
  extends Pick<UpgradeRecord, 'copy' | 'copied_at' | 'from_version' | 'to_version' | 'breaking'> {
  readonly migrations: number;
  readonly finished_at: string | null;
  /** Rows created since the copy, by table; null if the database cannot be read. */
  readonly created_since: Readonly<Record<string, number>> | null;
  /** False if the command only explained. */
  readonly performed: boolean;
  /** Where the replaced data is. */
  readonly kept: string | null;
}

/** Formats a rollback for people, before or after it is performed. */
export function describeRollback(rollback: Rollback): string {
  const { copy, copied_at, performed, kept } = rollback;
  const older = rollback.from_version === null ? 'the version before' : `version ${rollback.from_version}`;
  if (performed) {
    return [
      `The copy ${copy} from ${copied_at} is the database now.${kept === null ? '' : ` The replaced data is kept as ${kept}.`}`,
      `Next: install ${older}, then start the servers and workers. Do not start this version: it would migrate again.`,
    ].join('\n');
  }
  return [
    describeUpgradeOf(rollback, older),
    `Otherwise, hostler rollback --yes replaces the database by the copy ${copy} from ${copied_at}. The current data is kept under another name.`,
    describeLoss(rollback),
    'Stop all Hostler processes first: systemctl stop hostler "hostler-worker@*"',
  ].join('\n\n');
}

function describeUpgradeOf({ to_version, migrations, breaking, finished_at }: Rollback, older: string): string {
  const state = finished_at === null ? 'was not completed' : `was completed on ${finished_at}`;
  const upgrade = `The last upgrade, to version ${to_version}, ${state}. It has ${migrations} migrations.`;
  const way =
    breaking.length > 0
      ? `After ${breaking.join(', ')}, ${older} cannot use the current data.`
      : `None of them prevents ${older} from using the current data: install it, and nothing is lost.`;
  return `${upgrade} ${way}`;
}

function describeLoss({ created_since: counts, copied_at }: Rollback): string {
  if (counts === null)
    return `Changes since ${copied_at} are lost. They cannot be counted: the database is not readable.`;
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  const created = parts.map(([table, count]) => `${count} ${table.replaceAll('_', ' ')}`).join(', ');
  const loss = `All changes since ${copied_at} are lost. Created since then: ${created || 'none of the counted records'}.`;
  if (!counts.invoices) return loss;
  return `${loss} The document archive keeps the issued invoices, and issuing stops until you continue the series: see "The document archive" in operations.md.`;
}
