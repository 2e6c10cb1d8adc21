import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HOUR } from '#kernel/time.ts';
import { hasCode } from '../../durable-file.ts';
import { type MapDatabase, withMaps } from './map-database.ts';

const BATCH = 64;
/** A running delivery or session may recreate a folder, so it is deleted again until none can be left. */
const LINGERS_MS = HOUR;

/** For the user and the group, inherited by new files: Hostler is in that group. */
const MODE = 0o2770;

/**
 * Creates the folder of a new mailbox before any mail can arrive: Dovecot copies the permissions of existing folders.
 */
export function makeHome(dir: string, address: string): string {
  const [name, domain = ''] = address.split('@');
  const home = join(domain, `${name}-${randomBytes(6).toString('hex')}`);
  for (const folder of [domain, home, join(home, 'Maildir')]) makeShared(join(dir, 'mailboxes', folder));
  return home;
}

function makeShared(path: string): void {
  if (!existsSync(path)) mkdirSync(path);
  // Also if a process was killed between the two steps.
  if ((statSync(path).mode & 0o7777) !== MODE) chmodSync(path, MODE);
}

/**
 * Deletes the mail of removed mailboxes, of one domain or of all. The next run finishes what a crash or a full disk
 * left.
 */
export async function sweepRemovals(dir: string, now: number, domain?: string): Promise<void> {
  const [from, to] = domain === undefined ? ['', '~'] : [`${domain}/`, `${domain}/~`];
  const removals = withMaps(dir, (db) =>
    db.prepare('select home, removed_at from removals where home >= ? and home < ?').raw().all(from, to),
  );
  const found = removals as [string, number][];
  for (let i = 0; i < found.length; i += BATCH) {
    await Promise.all(found.slice(i, i + BATCH).map(([home]) => removeHome(dir, home)));
  }
  for (const folder of new Set(found.map(([home]) => dirname(home)))) {
    await rmdir(join(dir, 'mailboxes', folder)).catch(() => {}); // the domain's, where nothing of it is left
  }
  const done = found.filter(([, removedAt]) => now - removedAt > LINGERS_MS);
  if (done.length > 0) withMaps(dir, (db) => forgetRemovals(db, done));
}

function removeHome(dir: string, home: string): Promise<void> {
  return rm(join(dir, 'mailboxes', home), { recursive: true, force: true, maxRetries: 3 });
}

function forgetRemovals(db: MapDatabase, removals: readonly [string, number][]): void {
  const forget = db.prepare('delete from removals where home = ?');
  db.transaction(() => {
    for (const [home] of removals) forget.run(home);
  }).immediate();
}

/** Returns bytes by address, as Dovecot maintains them next to each mailbox. */
export async function readSizes(dir: string): Promise<Map<string, number>> {
  const rows = withMaps(dir, (db) => db.prepare('select address, home from mailboxes').raw().all());
  const mailboxes = rows as [string, string][];
  const sizes = new Map<string, number>();
  // In batches: all at once would run out of file descriptors.
  for (let i = 0; i < mailboxes.length; i += BATCH) {
    const batch = mailboxes.slice(i, i + BATCH);
    const found = await Promise.all(batch.map(([, home]) => readSize(join(dir, 'mailboxes', home, 'Maildir'))));
    for (const [position, [address]] of batch.entries()) sizes.set(address, found[position] ?? 0);
  }
  return sizes;
}

/** The first line is the quota; each other line is a change in bytes and messages, and they add up. */
async function readSize(maildir: string): Promise<number> {
  try {
    const [, ...changes] = (await readFile(join(maildir, 'maildirsize'), 'utf8')).trim().split('\n');
    return Math.max(
      0,
      changes.reduce((sum, line) => sum + (Number.parseInt(line, 10) || 0), 0),
    );
  } catch (error) {
    // Nothing was delivered yet, or Dovecot is recounting.
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}
