import { fdatasyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * Syncs the write-ahead log. Uses its own thread instead of the pool of Node, where a few slow name lookups or password
 * hashes would delay every write.
 * The log is opened once. Closing a descriptor of the database or of its -shm file would drop all locks that SQLite
 * holds in this process. The log has none, and it stays the same file while a connection of this process is open. A
 * failure is not caught: it ends the thread, and nothing is synced any more (see wal.ts).
 * Written in JavaScript: stripping types would take 10 MB more in a thread that every server has.
 */
const { walFile } = workerData;
const wal = openSync(walFile, 'r+');

parentPort?.on('message', () => {
  fdatasyncSync(wal);
  parentPort?.postMessage(undefined);
});
