import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Thread } from '../thread.ts';

/**
 * A file up to this size is checked before a server starts, which takes less than a second. A file of 1 GB takes 4 s from
 * memory and 13 s from a disk, so it is checked in a thread while the server works.
 */
const CHECKED_FIRST_BYTES = 64 * 1024 * 1024;

export function isCheckedFirst(file: string): boolean {
  return statSync(file).size <= CHECKED_FIRST_BYTES;
}

/** Reads the whole file. Throws an error with the code SQLITE_CORRUPT or SQLITE_NOTADB if it is damaged. */
export function checkFile(file: string): void {
  // An empty file is a new database.
  if (statSync(file).size === 0) return;
  // Opened for writing: after a crash the log has to be read first.
  const connection = new Sqlite(file, { timeout: 5_000 });
  try {
    const wrong = connection.pragma('quick_check(1)', { simple: true });
    if (wrong !== 'ok') throw damage(String(wrong));
  } finally {
    connection.close();
  }
}

/** The same beside the event loop. */
export async function checkInThread(file: string): Promise<void> {
  const thread = new Thread(new URL('./check-thread', import.meta.url));
  try {
    const wrong = await thread.ask<string | null>(file);
    if (wrong !== null) throw damage(wrong);
  } finally {
    await thread.close();
  }
}

function damage(wrong: string): Error {
  return Object.assign(new Error(wrong), { code: 'SQLITE_CORRUPT' });
}
