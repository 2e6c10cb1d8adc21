import { randomBytes } from 'node:crypto';
import type { MailDomain } from '../driver.ts';
import type { MapDatabase } from './map-database.ts';
import { listRoutes, listSenders } from './routes.ts';

const tables = ['mailboxes', 'routes', 'senders', 'dkim_keys'];

/** In one transaction: who reads beside it sees all of the old or all of the new, and so does who comes after a crash. */
export function replaceDomain(db: MapDatabase, domain: MailDomain, now: number): void {
  db.transaction(() => {
    const homes = readHomes(db, domain.name);
    clearDomain(db, domain.name);
    db.prepare('insert into domains (name, local) values (?, ?)').run(domain.name, Number(domain.local));
    insertMailboxes(db, domain, homes);
    const kept = new Set(domain.mailboxes.map(({ address }) => address));
    noteRemovals(
      db,
      [...homes].filter(([address]) => !kept.has(address)).map(([, home]) => home),
      now,
    );
    if (domain.local) insertMail(db, domain);
  }).immediate();
}

export function deleteDomain(db: MapDatabase, name: string, now: number): void {
  db.transaction(() => {
    noteRemovals(db, [...readHomes(db, name).values()], now);
    clearDomain(db, name);
  }).immediate();
}

function clearDomain(db: MapDatabase, name: string): void {
  for (const table of tables) db.prepare(`delete from ${table} where domain = ?`).run(name);
  db.prepare('delete from domains where name = ?').run(name);
}

function readHomes(db: MapDatabase, domain: string): Map<string, string> {
  const rows = db.prepare('select address, home from mailboxes where domain = ?').raw().all(domain);
  return new Map(rows as [string, string][]);
}

function insertMailboxes(db: MapDatabase, { name, mailboxes }: MailDomain, homes: ReadonlyMap<string, string>): void {
  const insert = db.prepare(
    `insert into mailboxes (address, domain, password, quota_bytes, suspended, recipients_per_hour, home)
     values (@address, @domain, @passwordHash, @quotaBytes, @suspended, @maxRecipientsPerHour, @home)`,
  );
  for (const { address, passwordHash, quotaMb, suspended, maxRecipientsPerHour } of mailboxes) {
    insert.run({
      address,
      domain: name,
      passwordHash,
      quotaBytes: quotaMb * 2 ** 20,
      suspended: Number(suspended),
      maxRecipientsPerHour,
      home: homes.get(address) ?? nameHome(name, address),
    });
  }
}

function nameHome(domain: string, address: string): string {
  return `${domain}/${address.slice(0, address.lastIndexOf('@'))}-${randomBytes(6).toString('hex')}`;
}

/** What makes mail come, go and be signed. */
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

function noteRemovals(db: MapDatabase, homes: readonly string[], now: number): void {
  const insert = db.prepare('insert or ignore into removals (home, removed_at) values (?, ?)');
  for (const home of homes) insert.run(home, now);
}
