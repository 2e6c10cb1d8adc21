import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { beginLog } from './begin-log.ts';
import type { CheckpointAnswer } from './wal.ts';

/** A log that grew beyond this during a long read is truncated. Otherwise its space is reused, which is faster. */
const CUT_OVER_BYTES = 128 * 1024 * 1024;
/** Longest time that a writer in another process may delay the end of a checkpoint. Writes of this process wait meanwhile. */
const PATIENCE_MS = 500;

/*
 * Copies the write-ahead log to the database file. Further connections in the same process are safe: all threads load
 * the same shared library. So SQLite knows them all and closes no file while another holds locks on it. With FULL,
 * SQLite syncs the log before it copies, and the database afterwards.
 */
const { file } = workerData as { file: string };
const connection = new Sqlite(file, { timeout: PATIENCE_MS });
connection.pragma('synchronous = FULL');
connection.pragma('wal_autocheckpoint = 0');

/**
 * While this connection reads, nobody can restart the log. Otherwise the next write of the event loop would, and sync
 * the header.
 */
const guard = new Sqlite(file, { timeout: PATIENCE_MS });

const dataVersion = connection.prepare('pragma data_version').pluck();
/** Changes with commits of others, not with those of this connection. */
let seen: unknown;

const work: Record<string, () => boolean> = {
  /** Copies as much as possible while others read and write. Returns true if the checkpoint can be completed. */
  move() {
    guard.exec('begin');
    guard.prepare('select count(*) from sqlite_schema').get();
    return checkpoint('PASSIVE');
  },
  /** From here on, writes of others are detected. */
  watch() {
    seen = dataVersion.get();
    return true;
  },
  /** Copies the rest and restarts the log. Returns true if it did. Call it while nobody writes. */
  restart() {
    guard.exec('commit');
    const isDone = checkpoint(statSync(`${file}-wal`).size > CUT_OVER_BYTES ? 'TRUNCATE' : 'RESTART');
    if (isDone) beginLog(connection);
    return isDone;
  },
  /**
   * Blocks writes of others. Returns true if there was none since `watch`, so that all changes come from the
   * checkpoint.
   */
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
