import { chmod, stat } from 'node:fs/promises';
import type { Config } from './config.ts';
import { describeParts, lookAt, type PartHealth } from './health.ts';
import type { Hostler } from './hostler.ts';
import { type Command, command, text } from './kernel/command.ts';
import { SqliteDatabase } from './kernel/db/sqlite/sqlite.ts';
import { AppError } from './kernel/errors.ts';
import { checkSeller } from './seller-health.ts';

/** Commands about the installation itself rather than about what it hosts. */
export function serverCommands({ db, engines, mail, mailDomains, recipes, billing, config }: Hostler): Command[] {
  return [
    command({
      name: 'backup-data',
      summary: 'Copy the embedded database to a file while the server runs.',
      options: { to: text('The file to write; it must not exist yet.') },
      async run({ to: file }) {
        if (!(db instanceof SqliteDatabase)) {
          throw new AppError('CONFLICT', 'The data is in PostgreSQL: copy it with pg_dump.');
        }
        if (await stat(file).catch(() => undefined)) throw new AppError('CONFLICT', `${file} exists already.`);
        await db.copyTo(file);
        // It holds what the database holds, password hashes among it.
        await chmod(file, 0o600);
        const { size } = await stat(file);
        return {
          file,
          size_bytes: size,
          note: `Keep ${config.dataDir}/secret.key with it: one is of no use without the other.`,
        };
      },
    }),
    command({
      name: 'doctor',
      summary: 'Look at everything the server needs and say how it is.',
      options: {},
      describe: describeParts,
      isFailure: (parts) => parts.some(({ state }) => state === 'not reached'),
      async run() {
        await db.ping();
        const parts = [...engines, mail, mailDomains, recipes, checkSeller(config.commerce), billing];
        return [await lookAtDatabase(config), ...(await Promise.all(parts.map(lookAt)))];
      },
    }),
  ];
}

async function lookAtDatabase(config: Config): Promise<PartHealth> {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl) {
    return { part: 'database', state: 'ok', version: null, detail: `SQLite in ${dataDir}`, advice: null };
  }
  const { checkPostgres } = await import('./database-health.ts');
  return lookAt({ name: 'database', check: () => checkPostgres(databaseUrl, config) });
}
