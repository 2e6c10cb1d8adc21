import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { conflict } from '#kernel/errors.ts';
import { giveName } from '#kernel/give-name.ts';
import type { Config } from '#settings/config.ts';

/**
 * Writes the settings that a move changes to a file in the data folder, which only the service can read: they contain a
 * password and the secret key. Returns its path. The key goes where the target needs it: to a setting for PostgreSQL, to
 * `secret.key` for SQLite.
 */
export function writeMovedSettings(config: Config, url: string | undefined): string {
  const lines =
    url === undefined
      ? ['HOSTLER_DATABASE_URL=', 'HOSTLER_DATABASE_DIRECT_URL=']
      : [`HOSTLER_DATABASE_URL=${quote(url)}`, `HOSTLER_SECRET_KEY=${quote(config.secretKey)}`];
  if (url === undefined) writeKeyFile(config);
  const file = join(config.dataDir, 'moved.env');
  writePrivately(file, `${lines.join('\n')}\n`);
  return file;
}

function writeKeyFile({ dataDir, secretKey }: Config): void {
  const file = join(dataDir, 'secret.key');
  const present = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (present === secretKey) return;
  if (present) keepKey(file);
  writePrivately(file, `${secretKey}\n`);
}

/** Renames the file of another key, which older copies may need. Keys of earlier moves stay. */
function keepKey(file: string): void {
  const kept = `${file}.before-move`;
  for (let number = 1; !giveName(file, number === 1 ? kept : `${kept}-${number}`); ) number++;
  rmSync(file, { force: true });
}

function writePrivately(file: string, content: string): void {
  rmSync(`${file}.part`, { force: true });
  writeFileSync(`${file}.part`, content, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(`${file}.part`, file);
}

/** Quotes a value as both a shell and systemd read it. */
function quote(value: string): string {
  if (!/['\\\n]/.test(value)) return `'${value}'`;
  throw conflict("The URL and the secret key must contain neither ' nor \\. In a URL, write %27 or %5C instead.");
}
