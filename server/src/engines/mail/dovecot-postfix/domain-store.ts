import type { MailboxSpec, MailDomain } from '../driver.ts';
import { makeHome } from './mailbox-folders.ts';
import type { MapDatabase } from './map-database.ts';
import { listRoutes, listSenders } from './routes.ts';

/** Every message exceeds it; 0 would mean unlimited to Dovecot. */
const CLOSED_BYTES = 1;

const tables = ['mailboxes', 'routes', 'senders', 'dkim_keys'];

/** Replaces a domain in one transaction: readers, even after a crash, see the old or the new state. */
export function replaceDomain(db: MapDatabase, dir: string, domain: MailDomain, now: number): void {
  db.transaction(() => {
    const before = readMailboxes(db, domain.name);
    const after = new Map(domain.mailboxes.map((mailbox) => [mailbox.address, mailbox]));
    clearDomain(db, domain.name);
    db.prepare('insert into domains (name, local) values (?, ?)').run(domain.name, Number(domain.local));
    const homes = new Map(before.map(({ address, home }) => [address, home]));
    insertMailboxes(db, domain, (address) => homes.get(address) ?? makeHome(dir, address));
    noteRemovals(
      db,
      before.filter(({ address }) => !after.has(address)),
      now,
    );
    noteEndings(
      db,
      before.filter(({ address, password }) => isShutOut(password, after.get(address))),
    );
    if (domain.local) insertMail(db, domain);
  }).immediate();
}

export function deleteDomain(db: MapDatabase, name: string, now: number): void {
  db.transaction(() => {
    const before = readMailboxes(db, name);
    noteRemovals(db, before, now);
    noteEndings(db, before);
    clearDomain(db, name);
  }).immediate();
}

/** Returns whether a session of this mailbox could no longer log in. */
function isShutOut(password: string, mailbox: MailboxSpec | undefined): boolean {
  return mailbox === undefined || mailbox.suspended || mailbox.passwordHash !== password;
}

function clearDomain(db: MapDatabase, name: string): void {
  for (const table of tables) db.prepare(`delete from ${table} where domain = ?`).run(name);
  db.prepare('delete from domains where name = ?').run(name);
}

interface MailboxRow {
  address: string;
  password: string;
  home: string;
}

function readMailboxes(db: MapDatabase, domain: string): MailboxRow[] {
  return db.prepare('select address, password, home from mailboxes where domain = ?').all(domain) as MailboxRow[];
}

function insertMailboxes(db: MapDatabase, { name, mailboxes }: MailDomain, homeOf: (address: string) => string): void {
  const insert = db.prepare(
    `insert into mailboxes (address, domain, password, quota_bytes, suspended, recipients_per_hour, home)
     values (@address, @domain, @passwordHash, @quotaBytes, @suspended, @maxRecipientsPerHour, @home)`,
  );
  for (const { address, passwordHash, quotaMb, suspended, closed, maxRecipientsPerHour } of mailboxes) {
    insert.run({
      address,
      domain: name,
      passwordHash,
      quotaBytes: closed ? CLOSED_BYTES : quotaMb * 2 ** 20,
      suspended: Number(suspended),
      maxRecipientsPerHour,
      home: homeOf(address),
    });
  }
}

/** Inserts routes, senders and the DKIM key. */
function insertMail(db: MapDatabase, domain: MailDomain): void {
  const { name, dkim } = domain;
  const insertRoute = db.prepare(
    'insert into routes (address, target, target_base, target_domain, domain) values (?, ?, ?, ?, ?)',
  );
  for (const { address, target, base, domain: at } of listRoutes(domain))
    insertRoute.run(address, target, base, at, name);
  const insertSender = db.prepare('insert into senders (address, login, domain) values (?, ?, ?)');
  for (const { address, login } of listSenders(domain)) insertSender.run(address, login, name);
  if (!dkim) return;
  db.prepare('insert into dkim_keys (domain, name, selector, key) values (?, ?, ?, ?)').run(
    name,
    `${dkim.selector}._domainkey.${name}`,
    dkim.selector,
    dkim.privateKey,
  );
}

function noteRemovals(db: MapDatabase, mailboxes: readonly MailboxRow[], now: number): void {
  const insert = db.prepare('insert or ignore into removals (home, removed_at) values (?, ?)');
  for (const { home } of mailboxes) insert.run(home, now);
}

function noteEndings(db: MapDatabase, mailboxes: readonly MailboxRow[]): void {
  const insert = db.prepare('insert or ignore into endings (address) values (?)');
  for (const { address } of mailboxes) insert.run(address);
}
