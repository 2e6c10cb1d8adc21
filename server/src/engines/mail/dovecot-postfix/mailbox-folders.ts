import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
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
  for (const folder of [domain, home, join(home, 'Maildir')]) {
    const path = join(dir, 'mailboxes', folder);
    if (mkdirSync(path, { recursive: true }) !== undefined) chmodSync(path, MODE);
  }
  return home;
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
  for (const [home, removedAt] of removals as [string, number][]) {
    const folder = join(dir, 'mailboxes', home);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    await rmdir(dirname(folder)).catch(() => {}); // the domain's, where this was the last of it
    if (now - removedAt > LINGERS_MS) withMaps(dir, (db) => forgetRemoval(db, home));
  }
}

function forgetRemoval(db: MapDatabase, home: string): void {
  db.prepare('delete from removals where home = ?').run(home);
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
