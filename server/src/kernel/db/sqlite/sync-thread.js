import { fdatasyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * Makes durable what was written to the write-ahead log. In a thread of its own and not in Node's pool: there a few slow
 * name lookups or password hashes would hold up every write.
 *
 * The log is opened once. Closing a descriptor of the database or of its -shm file would drop all locks that SQLite holds
 * in this process; the log carries none, and it stays the same file for as long as a connection of this process is open.
 * A failure is not caught: the thread ends by it, and nothing is ever synced again (see wal.ts).
 *
 * In JavaScript: what strips types would take 10 MB more in a thread that every server has.
 */
const { walFile } = workerData;
const wal = openSync(walFile, 'r+');

parentPort?.on('message', () => {
  fdatasyncSync(wal);
  parentPort?.postMessage(undefined);
});
