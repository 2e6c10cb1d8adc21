import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { beginLog } from './begin-log.ts';
import type { CheckpointAnswer } from './wal.ts';

/** A log that grew beyond this, while somebody read for long, is cut; otherwise its space is used again, which is faster. */
const CUT_OVER_BYTES = 128 * 1024 * 1024;
/** How long a writer in another process may hold up the end of a checkpoint; meanwhile writes here wait. */
const PATIENCE_MS = 500;

/*
 * Moves what is in the write-ahead log to the database file. Further connections of the same process are safe beside the
 * first: all threads load the same shared library, so SQLite knows of them all and closes no file under another's locks.
 * At FULL it syncs the log before it moves anything, the database after, and whatever it writes itself.
 */
const { file } = workerData as { file: string };
const connection = new Sqlite(file, { timeout: PATIENCE_MS });
connection.pragma('synchronous = FULL');
connection.pragma('wal_autocheckpoint = 0');

/** While it reads, nobody begins the log anew: the event loop would, with its next write, and sync the header. */
const guard = new Sqlite(file, { timeout: PATIENCE_MS });

const dataVersion = connection.prepare('pragma data_version').pluck();
/** Changes with what others commit, and not with what this connection does. */
let seen: unknown;

const work: Record<string, () => boolean> = {
  /** As much as can be moved while others read and write; true when it is time for the end. */
  move() {
    guard.exec('begin');
    guard.prepare('select count(*) from sqlite_schema').get();
    return checkpoint('PASSIVE');
  },
  /** From here on it is known whether anybody else writes. */
  watch() {
    seen = dataVersion.get();
    return true;
  },
  /** The rest, after which the log begins anew; true when it does. Meant for a moment when nobody writes. */
  restart() {
    guard.exec('commit');
    const isDone = checkpoint(statSync(`${file}-wal`).size > CUT_OVER_BYTES ? 'TRUNCATE' : 'RESTART');
    if (isDone) beginLog(connection);
    return isDone;
  },
  /** Keeps others from writing; true where nobody has since it was told to watch, so that what changed is its own doing. */
  hold() {
    guard.exec('begin immediate');
    return dataVersion.get() === seen;
  },
  release() {
    if (guard.inTransaction) guard.exec('rollback');
    return true;
  },
};

function checkpoint(mode: string): boolean {
  const [result] = connection.pragma(`wal_checkpoint(${mode})`) as { busy: number }[];
  return result?.busy === 0;
}

function answer(what: string): CheckpointAnswer {
  try {
    return { done: work[what]?.() ?? false };
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    return { done: false, failure: { code, message } };
  }
}

parentPort?.on('message', (what: string) => parentPort?.postMessage(answer(what)));
