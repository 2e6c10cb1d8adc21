import { join } from 'node:path';
import { backupDataCommand, checkCopies, confirmCopiesCommand } from '#data-copies/backup-data.ts';
import { checkSecretKeyCopy, confirmSecretKeyCommand } from '#data-copies/secret-key.ts';
import { checkSqlite, findFullDisk } from '#health/disk.ts';
import {
  type CheckedEngine,
  checkEngine,
  describeCalls,
  describeParts,
  PATIENCE_MS,
  type PartHealth,
} from '#health/health.ts';
import { EnginePart } from '#health/schemas.ts';
import { checkSeller } from '#health/seller.ts';
import { type Command, command } from '#kernel/command.ts';
import { MACHINES } from '#kernel/staff-roles.ts';
import type { Config } from '#settings/config.ts';
import { describeUnknownSetting } from '#settings/unknown.ts';
import type { Hostler } from './hostler.ts';
import { COMMIT, VERSION } from './version.ts';

const UNMEASURED = { latency_ms: null, ...describeCalls() };

/** Commands about the installation itself. */
export function serverCommands(installation: Hostler): Command[] {
  const { db, engines, mail, checks, config } = installation;
  return [
    backupDataCommand(installation),
    confirmCopiesCommand(installation),
    confirmSecretKeyCommand(installation),
    command({
      name: 'doctor',
      route: { roles: MACHINES, path: '/engines', reads: true, list: true, data: EnginePart },
      summary: 'Check the database, engines, backup storage, mail and billing. Problems are reported.',
      options: {},
      describe: describeParts,
      isFailure: (parts) => parts.some(({ state }) => state === 'not reached'),
      async run() {
        await db.ping();
        await checkDatabaseFile(installation);
        const seller = checkSeller(config.commerce);
        const parts = [
          checkCopies(installation),
          checkSecretKeyCopy(installation),
          ...engines,
          mail,
          seller,
          ...checks,
        ];
        const settings = describeUnknown(config);
        const own = [describeProgram(), ...(settings ? [settings] : []), await checkDatabase(installation)];
        return [...own, ...(await Promise.all(parts.map(checkPatiently)))];
      },
    }),
  ];
}

function describeProgram(): PartHealth {
  const detail = COMMIT === null ? 'The commit is unknown' : `Commit ${COMMIT}`;
  return { part: 'hostler', state: 'ok', version: VERSION, detail, advice: null, ...UNMEASURED };
}

/** Returns undefined if every setting is known. */
function describeUnknown({ unknownSettings }: Config): PartHealth | undefined {
  if (unknownSettings.length === 0) return undefined;
  const detail = unknownSettings.map(describeUnknownSetting).join(' ');
  const advice = 'Correct or remove it where the environment is set, then restart';
  return { part: 'settings', state: 'attention', version: null, detail, advice, ...UNMEASURED };
}

/** Throws if the embedded database is damaged: then there is nothing else to look at. */
async function checkDatabaseFile({ config, trouble }: Hostler): Promise<void> {
  if (config.databaseUrl) return;
  const { checkFile } = await import('@hostler/database/sqlite');
  try {
    checkFile(join(config.dataDir, 'hostler.db'));
  } catch (error) {
    throw trouble.translate(error);
  }
}

async function checkDatabase(installation: Hostler): Promise<PartHealth> {
  const { databaseUrl, dataDir } = installation.config;
  return checkPatiently({
    name: 'database',
    async check() {
      const full = await findFullDisk(installation);
      if (full) return full;
      if (!databaseUrl) return checkSqlite(dataDir, installation.trouble);
      const { checkPostgres } = await import('#health/database.ts');
      return checkPostgres(databaseUrl, installation.config);
    },
  });
}

function checkPatiently(part: CheckedEngine): Promise<PartHealth> {
  return checkEngine(part, PATIENCE_MS.person);
}
