import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ListSteps, restoreDataCommand } from '#data-copies/restore-data.ts';
import { type Command, command, flag } from '#kernel/command.ts';
import { conflict } from '#kernel/errors.ts';
import { formatTime } from '#kernel/time.ts';
import type { Config } from '#settings/config.ts';
import { describeRollback, type Rollback } from './describe-rollback.ts';
import { readUpgradeRecord, type UpgradeRecord, writeUpgradeRecord } from './record.ts';

/** Tables in whose rows a loss is counted. */
const COUNTED = [
  'accounts',
  'persons',
  'subscriptions',
  'invoices',
  'payments',
  'hosting',
  'domains',
  'databases',
  'tickets',
  'ticket_messages',
];

/** Restores the copy from before the last upgrade. Works without composing the application. */
export function rollbackCommand(readConfig: () => Config, listSteps: ListSteps): Command {
  return command({
    name: 'rollback',
    route: { local: 'It works on the files of the installation.' },
    summary: 'Explain the way back from the last upgrade. With --yes, restore the copy from before it.',
    options: { yes: flag('Restore the copy. Stop all Hostler processes first. Changes since the copy are lost.') },
    describe: describeRollback,
    async run({ yes }): Promise<Rollback> {
      const config = readConfig();
      const record = findRecord(config);
      const plan = { ...record, migrations: record.migrations.length, created_since: await countLoss(config, record) };
      if (!yes) return { ...plan, performed: false, kept: null };
      const restored = await restoreDataCommand(readConfig, listSteps).run({ from: record.copy, replace: true });
      writeUpgradeRecord(config.dataDir, { ...record, rolled_back_at: formatTime(Date.now()) });
      return { ...plan, performed: true, kept: (restored as { kept: string | null }).kept };
    },
  });
}

function findRecord({ dataDir }: Config): UpgradeRecord {
  const record = readUpgradeRecord(dataDir);
  if (!record) {
    throw conflict(
      `No upgrade with migrations is recorded in ${dataDir}. Install the version before; its data needs no change. To restore any copy, use: hostler restore-data`,
    );
  }
  if (record.rolled_back_at !== null) {
    throw conflict(
      `The last upgrade was rolled back on ${record.rolled_back_at} already. Install the version before, then start it.`,
    );
  }
  if (existsSync(record.copy)) return record;
  throw conflict(
    `The copy ${record.copy} from before the upgrade is missing. Put it back, or restore another copy with: hostler restore-data`,
  );
}

/** A damaged database is a reason to go back, so it must not prevent it. */
async function countLoss(config: Config, { copied_at }: UpgradeRecord): Promise<Rollback['created_since']> {
  const since = Date.parse(copied_at);
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  try {
    if (url) {
      const { countCreatedSince } = await import('@hostler/database/postgres/measure');
      return await countCreatedSince(url, COUNTED, since);
    }
    const { countCreatedSince } = await import('@hostler/database/sqlite/measure');
    return countCreatedSince(join(config.dataDir, 'hostler.db'), COUNTED, since);
  } catch {
    return null;
  }
}
