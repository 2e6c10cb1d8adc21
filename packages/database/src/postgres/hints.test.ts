import { readFileSync } from 'node:fs';
import { openRelay } from '@hostler/testing/receivers/relay.ts';
import { connectTo, runsOnPostgres } from '@hostler/testing/server/database.ts';
import { createTestDatabase, type TestDatabase } from '@hostler/testing/test-database.ts';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSignal } from '../announce.ts';
import { currentTransaction, type Query } from '../query.ts';
import type { Hints } from './hints.ts';
import { ListenHints } from './listen-hints.ts';
import { PostgresDatabase } from './postgres.ts';
import { ValkeyHints } from './valkey-hints.ts';

const CHANGE = changeSignal(1, 'tickets');

let database: TestDatabase;
const opened: PostgresDatabase[] = [];

function open(hints: (pool: pg.Pool) => Hints, pollEveryMs = 60_000): PostgresDatabase {
  const { url, directUrl } = database;
  const db = new PostgresDatabase(url, { prepare: url === directUrl, hints, pollEveryMs, onError: () => {} });
  opened.push(db);
  return db;
}

function* signal(...names: string[]): Query<void> {
  const { signals } = yield* currentTransaction();
  for (const name of names) signals.add(name);
}

/** Counts signals from the moment the listener is connected. */
async function listenTo(db: PostgresDatabase, name: string): Promise<() => number> {
  let told = 0;
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  db.onSignal(name, () => {
    told++;
    resolve();
  });
  // Every listener is called once when the connection is established.
  await heard;
  told = 0;
  return () => told;
}

const isPooled = ({ url, directUrl }: TestDatabase) => url !== directUrl;
const openListening = () => open((pool) => new ListenHints(pool, database.directUrl));
const openOnValkey = (secretKey = 'the same for all') =>
  open(
    () =>
      new ValkeyHints({ valkeyUrl: process.env.HOSTLER_TEST_VALKEY_URL ?? '', databaseUrl: database.url, secretKey }),
  );
/** Sends and receives nothing. */
const deaf: Hints = { isHeard: false, tell: async () => {}, listen() {}, close: async () => {} };

/** Simulates a server that refuses LISTEN, as a standby does, and counts its connections. */
async function openStandby(url: string) {
  let refused = 0;
  const relay = await openRelay(url, {
    alter(said) {
      const asked = said.toString('latin1');
      if (asked.includes('listen hostler')) refused++;
      return Buffer.from(asked.replace('listen hostler', 'refuse hostler'), 'latin1');
    },
  });
  return { ...relay, countRefused: () => refused };
}

describe.runIf(runsOnPostgres)('a commit of one process', () => {
  beforeEach(async () => {
    database = await createTestDatabase({ template: 'empty', migrate: async () => {} });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((db) => db.close()));
    await database.drop();
  });

  it.each([
    ['NOTIFY', () => [openListening(), openListening()]],
    ['Valkey', () => [openOnValkey(), openOnValkey()]],
  ])('is signalled to another process by %s', async (_name, openTwo) => {
    const [one, two] = openTwo() as [PostgresDatabase, PostgresDatabase];
    let changes = 0;
    two.onSignal(CHANGE, () => changes++);
    const told = await listenTo(two, 'jobs');
    changes = 0;
    await one.write(() => signal('jobs', CHANGE));
    await expect.poll(told).toBe(1);
    await expect.poll(() => changes).toBe(1);
  });

  it('is signalled once to itself, and not again by NOTIFY', async () => {
    const [one, two] = [openListening(), openListening()];
    let later = 0;
    one.onSignal('later', () => later++);
    const [own, heard] = [await listenTo(one, 'jobs'), await listenTo(two, 'jobs')];
    later = 0;
    await one.write(() => signal('jobs'));
    await expect.poll(heard).toBe(1);
    // Notifications arrive in order.
    await two.write(() => signal('later'));
    await expect.poll(() => later).toBe(1);
    expect(own()).toBe(isPooled(database) ? 2 : 1);
  });

  it('is signalled even by a process that ends right after it', async () => {
    const told = await listenTo(openListening(), 'jobs');
    const short = connectTo(database);
    await short.write(() => signal('jobs'));
    await short.close();
    await expect.poll(told).toBe(1);
  });

  it('is not signalled through Valkey to an installation with another key', async () => {
    const [one, two, stranger] = [openOnValkey(), openOnValkey(), openOnValkey('of somebody else')];
    const [told, toldStranger] = [await listenTo(two, 'jobs'), await listenTo(stranger, 'jobs')];
    await one.write(() => signal('jobs'));
    await expect.poll(told).toBe(1);
    await stranger.write(() => signal('jobs'));
    await expect.poll(toldStranger).toBe(1);
    expect(told()).toBe(1);
  });

  it('is found by polling if no notification arrives', async () => {
    const two = open(() => deaf, 50);
    const names = ['jobs', CHANGE];
    const told = new Set<string>();
    for (const name of names) two.onSignal(name, () => told.add(name));
    await expect.poll(() => [...told].sort()).toEqual(names.sort());
  });

  it('is listened for on one connection, however often LISTEN is refused', async () => {
    const standby = await openStandby(database.directUrl);
    const db = open((pool) => new ListenHints(pool, standby.url));
    db.onSignal('jobs', () => {});
    await expect.poll(standby.countRefused).toBeGreaterThan(2);
    expect(standby.countOpen()).toBeLessThanOrEqual(1);
    await opened.pop()?.close();
    await expect.poll(standby.countOpen).toBe(0);
    await standby.close();
  });

  it.runIf(process.platform === 'linux')(
    'is listened for on a connection with keep-alive probes within a minute',
    async () => {
      const { directUrl } = database;
      await listenTo(openListening(), 'jobs');
      const client = new pg.Client({ connectionString: directUrl });
      await client.connect();
      const { rows } = await client.query(
        `select client_port as port from pg_stat_activity
         where datname = current_database() and application_name = 'hostler-listen'`,
      );
      await client.end();
      const inHex = (port: number | string) => Number(port).toString(16).toUpperCase().padStart(4, '0');
      const [local, remote] = [inHex(rows[0].port), inHex(new URL(directUrl).port)];
      const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
      // Connections to other servers may use the same local port.
      const [, , , , , timer = ''] =
        lines
          .map((line) => line.trim().split(/\s+/))
          .find(([, from, to]) => from?.endsWith(`:${local}`) && to?.endsWith(`:${remote}`)) ?? [];
      const [kind, hundredths = ''] = timer.split(':');
      expect(kind).toBe('02');
      expect(Number.parseInt(hundredths, 16)).toBeLessThan(60 * 100);
    },
  );
});
