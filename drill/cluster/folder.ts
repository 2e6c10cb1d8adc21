import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readUserIds } from '../../testing/services/run-as.ts';

/** Steps to undo when this process ends, whichever way it ends; the last first. */
const undo: (() => void)[] = [];

process.on('exit', () => {
  for (const step of undo.splice(0).reverse()) step();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

export function undoAtExit(step: () => void): void {
  undo.push(step);
}

/** Makes a temporary folder that is removed when this process ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-drill-'));
  // PostgreSQL runs as another user and has to pass through.
  chmodSync(folder, 0o711);
  undoAtExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}

/** Makes a folder below `parent` for a server that runs as this user. */
export function makeFolderFor(user: string | undefined, parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  const ids = readUserIds(user);
  if (ids) chownSync(folder, ids.uid, ids.gid);
  return folder;
}
