import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HOUR } from '../../../kernel/time.ts';
import { hasCode } from '../../durable-file.ts';
import { type MapDatabase, withMaps } from './map-database.ts';

const BATCH = 64;
/** A delivery or a session that was under way may bring a folder back; it is taken away again until none can be left. */
const LINGERS_MS = HOUR;

/** Its user's and its group's, and so is what is made inside: Hostler is in that group. */
const MODE = 0o2770;

/**
 * A folder for a new mailbox, which is there before anybody can have mail for it: what Dovecot makes has the permissions
 * of what is there.
 */
export function makeHome(dir: string, address: string): string {
  const [name, domain = ''] = address.split('@');
  const home = join(domain, `${name}-${randomBytes(6).toString('hex')}`);
  for (const folder of [domain, home, join(home, 'Maildir')]) makeShared(join(dir, 'mailboxes', folder));
  return home;
}

function makeShared(path: string): void {
  if (!existsSync(path)) mkdirSync(path);
  // Also where somebody was killed between the two.
  if ((statSync(path).mode & 0o7777) !== MODE) chmodSync(path, MODE);
}

/**
 * Takes away the mail of mailboxes that are gone, of one domain or of all. What a crash or a full disk left of it is
 * found here by the next one.
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

/** Bytes by address, as Dovecot keeps them beside each mailbox. */
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

/** The first line is the quota; each of the others is a change, bytes and messages, and they add up. */
async function readSize(maildir: string): Promise<number> {
  try {
    const [, ...changes] = (await readFile(join(maildir, 'maildirsize'), 'utf8')).trim().split('\n');
    return Math.max(
      0,
      changes.reduce((sum, line) => sum + (Number.parseInt(line, 10) || 0), 0),
    );
  } catch (error) {
    // Nothing was ever delivered, or Dovecot is counting anew at this moment.
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}
