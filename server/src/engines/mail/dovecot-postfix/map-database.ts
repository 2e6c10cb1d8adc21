import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { EngineError } from '../../engine.ts';

export type MapDatabase = Database.Database;

/** Writable for owner and group: readers of SQLite write their locks to a file next to it. */
const MODE = 0o660;
const VERSION = 1;
const PATIENCE_MS = 5_000;

/**
 * `domains` contains all domains; `routes` and `senders` only local ones, so that a lookup need not check. A route of
 * an address to itself is its own copy. `home` is a folder that no mailbox had before, so a recreated mailbox never
 * finds old mail.
 */
const SCHEMA = `
  create table domains (
    name text primary key,
    local integer not null
  ) strict, without rowid;
  create table mailboxes (
    address text primary key,
    domain text not null,
    password text not null,
    quota_bytes integer not null,
    suspended integer not null,
    recipients_per_hour integer not null,
    home text not null unique
  ) strict, without rowid;
  create index mailboxes_domain on mailboxes (domain);
  create table routes (
    address text not null,
    target text not null,
    target_base text not null,
    target_domain text not null,
    domain text not null,
    primary key (address, target)
  ) strict, without rowid;
  create index routes_domain on routes (domain);
  create table senders (
    address text not null,
    login text not null,
    domain text not null,
    primary key (address, login)
  ) strict, without rowid;
  create index senders_domain on senders (domain);
  create table dkim_keys (
    domain text primary key,
    name text not null unique,
    selector text not null,
    key text not null
  ) strict, without rowid;
  create table removals (
    home text primary key,
    removed_at integer not null
  ) strict, without rowid;
  create table endings (
    address text primary key
  ) strict, without rowid;
  create table sendings (
    login text not null,
    hour integer not null,
    recipients integer not null,
    primary key (login, hour)
  ) strict, without rowid;
`;

/**
 * Opens the database that Dovecot, Postfix and OpenDKIM read. Opened for each use, so that the file may come and go.
 */
export function withMaps<T>(dir: string, work: (db: MapDatabase) => T): T {
  const path = join(dir, 'maps', 'mail.db');
  const isNew = !existsSync(path);
  const db = new Database(path, { timeout: PATIENCE_MS });
  try {
    if (isNew) chmodSync(path, MODE);
    prepare(db);
    return work(db);
  } finally {
    db.close();
  }
}

function prepare(db: MapDatabase): void {
  db.pragma('synchronous = full');
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version === VERSION) return;
  if (version > VERSION) throw new EngineError('refused', 'The mail server was set up by a newer version of Hostler.');
  // Readers never wait for a writer, and a killed writer leaves nothing to repair.
  db.pragma('journal_mode = wal');
  db.transaction(() => {
    if (db.pragma('user_version', { simple: true }) !== 0) return;
    db.exec(SCHEMA);
    db.pragma(`user_version = ${VERSION}`);
  }).immediate();
}
