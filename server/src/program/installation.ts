import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file beside an embedded database that says what must be known when the database cannot be read: that there was one,
 * and where its last copy is.
 */
const FILE = 'installation.json';

interface Installation {
  readonly created_at?: string;
  readonly last_copy?: { readonly file: string; readonly made_at: string };
}

function readInstallation(dataDir: string): Installation | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as Installation;
  } catch {
    return undefined;
  }
}

/** Remembers that the folder has a database. Does nothing if that is known, or if the file cannot be written. */
export function noteInstallation(dataDir: string, now: string): void {
  if (existsSync(join(dataDir, FILE))) return;
  writeInstallation(dataDir, { created_at: now });
}

/** Remembers where the last copy is. */
export function noteLastCopy(dataDir: string, last_copy: NonNullable<Installation['last_copy']>): void {
  writeInstallation(dataDir, { ...readInstallation(dataDir), last_copy });
}

function writeInstallation(dataDir: string, installation: Installation): void {
  const part = join(dataDir, `${FILE}.${randomBytes(4).toString('hex')}.part`);
  try {
    writeFileSync(part, `${JSON.stringify(installation, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(part, join(dataDir, FILE));
  } catch {
    // The file is optional: a full disk must not fail a command that has done its work.
    rmSync(part, { force: true });
  }
}

/** Returns a sentence for the operator: what is wrong, and how to restore the last copy. */
export function describeDamage(dataDir: string, wrong = 'is damaged'): string {
  const copy = readInstallation(dataDir)?.last_copy;
  const way = copy
    ? `restore the last copy, made on ${copy.made_at}, with: hostler restore-data --from ${copy.file} --replace`
    : 'no copy made by backup-data is known here; restore one with: hostler restore-data --from <file> --replace';
  return `The database ${join(dataDir, 'hostler.db')} ${wrong}: ${way}`;
}

/**
 * Returns what is wrong with an empty file that was a database. An empty file without any trace of an installation is a
 * first start that was ended early.
 */
export function findLoss(dataDir: string): string | undefined {
  const file = join(dataDir, 'hostler.db');
  if (sizeOf(file) !== 0) return undefined;
  const hadDatabase = readInstallation(dataDir) !== undefined || (sizeOf(`${file}-wal`) ?? 0) > 0;
  return hadDatabase || existsSync(join(dataDir, 'documents')) ? 'is empty' : undefined;
}

/** Undefined if there is no such file. */
function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}
