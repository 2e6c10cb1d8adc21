import { existsSync } from 'node:fs';
import { chmod, copyFile, link, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DamagedData } from '../data-file.ts';
import { syncPath } from '../sync-path.ts';

export interface CopiedFile {
  readonly secretKeyName: string | undefined;
  /** Where the key is also kept, if that was confirmed. */
  readonly secretKeyPlace: string | undefined;
  readonly steps: readonly { readonly id: string; readonly breaks: number | null }[];
}

/** Copies a backup next to the database and checks it. `undo` deletes it again. */
export async function bringCopy(copy: string, file: string): Promise<{ found: CopiedFile; undo(): Promise<void> }> {
  const brought = nameBrought(file);
  const undo = async () => {
    for (const end of ['', '-wal', '-shm']) await rm(brought + end, { force: true });
  };
  await undo();
  try {
    await copyFile(copy, brought);
    // Users who could read the backup must not read the live data.
    await chmod(brought, 0o600);
    const found = examineCopy(brought, copy);
    await syncPath(brought);
    return { found, undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Reads a whole copy. Throws `DamagedData` if it is damaged; `copy` is its name in the message. */
export function examineCopy(file: string, copy = file): CopiedFile {
  const db = new Sqlite(file);
  try {
    // The file must be complete on its own when it is moved.
    db.pragma('journal_mode = delete');
    const wrong = db.pragma('integrity_check(1)', { simple: true });
    if (wrong !== 'ok') throw new DamagedData(`${copy} is damaged: ${wrong}.`);
    if ((db.pragma('foreign_key_check') as unknown[]).length > 0) {
      throw new DamagedData(`${copy} is damaged: rows are missing that others refer to.`);
    }
    const key = db.prepare(`select value from settings where name = 'secret_key_name'`).pluck().get();
    const place = db.prepare(`select value ->> 'place' from settings where name = 'secret_key_kept'`).pluck().get();
    const steps = db.prepare('select id, breaks from migrations').all() as CopiedFile['steps'];
    return { secretKeyName: key as string | undefined, secretKeyPlace: place as string | undefined, steps };
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (/^SQLITE_(NOTADB|CORRUPT|ERROR)/.test(code)) {
      throw new DamagedData(`${copy} is not a whole copy made by backup-data.`);
    }
    throw error;
  } finally {
    db.close();
  }
}

/**
 * Replaces the database with the checked copy and keeps the old one under another name. The database exists at all
 * times: otherwise a server would create an empty one.
 */
export async function replaceByCopy(file: string, keptAs: string): Promise<{ kept: boolean }> {
  const kept = existsSync(file);
  if (kept) {
    foldLog(file);
    await link(file, keptAs);
    // Only a database that could not be opened has these files; they belong to it.
    for (const end of ['-wal', '-shm']) {
      if (existsSync(file + end)) await rename(file + end, keptAs + end);
    }
  }
  await rename(nameBrought(file), file);
  await syncPath(dirname(file));
  return { kept };
}

/** The last connection to close a database copies its log into it. A damaged one is kept as it is. */
function foldLog(file: string): void {
  try {
    const db = new Sqlite(file);
    try {
      db.pragma('wal_checkpoint(truncate)');
    } finally {
      db.close();
    }
  } catch {}
}

function nameBrought(file: string): string {
  return `${file}.restoring`;
}
