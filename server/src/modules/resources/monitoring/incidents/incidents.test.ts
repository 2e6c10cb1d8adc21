import { join } from 'node:path';
import { lockName, sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setReachable } from '#engines/simulation/faults.ts';
import type { VpsState } from '#engines/vps/driver.ts';
import { MINUTE } from '#kernel/time.ts';
import type { EngineSeen } from '../../hosting/index.ts';
import { BareMachines, findDifference } from '../../hosting/reconcile/difference.ts';
import type { LivingRow } from '../../hosting/store.ts';
import { watchEngines, watchHosts } from './jobs.ts';

const AWAY = {
  HOSTLER_DNS_ENGINE: 'powerdns',
  HOSTLER_POWERDNS_URL: 'http://127.0.0.1:1',
  HOSTLER_POWERDNS_KEY: 'key',
};

let server: TestServer;
let engineDir: string;

beforeAll(async () => {
  server = await startTestServer({ worker: false, env: AWAY });
  engineDir = join(server.dataDir, 'simulated', 'vps');
  const staff = ['--email', 'night@example.net', '--role', 'technician', '--password', 'correct horse battery'];
  await server.run('operator create', ...staff);
  server.clock.standStill();
});
afterAll(() => server.stop());

const MAILS = sql<object, { recipient: string; kind: string }>('select recipient, kind from mails order by id');
const mails = async () => (await server.hostler.db.read(MAILS.all({}))).map(({ recipient, kind }) => [recipient, kind]);
const CLEAR = ['mails', 'monitoring_incidents'].map((table) => sql(`delete from ${table}`));
const incidents = async () =>
  Number(/^hostler_monitoring_incidents (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]);
const clear = () =>
  server.hostler.db.write(function* () {
    for (const statement of CLEAR) yield* statement.run({});
  });
const reconcile = () => server.runUpkeep('hosting.reconcile');

describe('an engine that does not answer', () => {
  it('is mailed to staff once, and once more when it answers again', async () => {
    await setReachable(engineDir, false);
    await reconcile();
    server.clock.advance(MINUTE);
    await reconcile();
    expect(await mails()).toEqual([]);
    server.clock.advance(MINUTE);
    await reconcile();
    await reconcile();
    expect(await mails()).toEqual([['night@example.net', 'incident']]);
    expect(await incidents()).toBe(1);
    await setReachable(engineDir, true);
    await reconcile();
    expect(await mails()).toHaveLength(2);
    await reconcile();
    expect(await mails()).toHaveLength(2);
  });

  it('for less than two minutes is not mailed', async () => {
    await clear();
    await setReachable(engineDir, false);
    await reconcile();
    server.clock.advance(MINUTE);
    await setReachable(engineDir, true);
    await reconcile();
    server.clock.advance(5 * MINUTE);
    await setReachable(engineDir, false);
    await reconcile();
    await setReachable(engineDir, true);
    await reconcile();
    expect(await mails()).toEqual([]);
  });
});

describe('any engine', () => {
  const SUBJECTS = sql<object, { subject: string }>('select subject from mails order by id');
  const subjects = async () => (await server.hostler.db.read(SUBJECTS.all({}))).map(({ subject }) => subject);
  const look = () => server.runUpkeep('engines.watch');

  it('that has not answered for a minute is mailed to staff once', async () => {
    await clear();
    await look();
    server.clock.advance(MINUTE / 2);
    await look();
    expect(await subjects()).toEqual([]);
    server.clock.advance(MINUTE / 2);
    await look();
    await look();
    expect(await subjects()).toEqual(['The engine dns does not answer.']);
    // A pass over the servers says nothing about other engines.
    await reconcile();
    expect(await incidents()).toBe(1);
  });

  it('is mailed again when it answers again', async () => {
    await clear();
    const { db, log } = server.hostler;
    const told: string[] = [];
    const staffMail = {
      *toStaff({ letter }: { letter: { subject: string } }) {
        yield* lockName('mail');
        told.push(letter.subject);
      },
      *toSeller() {},
    };
    let reachable = false;
    const check = async () => ({ reachable, version: null, detail: null, advice: null });
    const { run } = watchEngines({ db, log, staffMail, parts: [{ name: 'dns', check }] });
    const now = server.clock.now();
    await run(now);
    await run(now + MINUTE);
    reachable = true;
    await run(now + 2 * MINUTE);
    expect(told).toEqual(['The engine dns does not answer.', 'Resolved: The engine dns does not answer.']);
  });

  it('of the servers is one incident for this watch and for the passes over the servers', async () => {
    await clear();
    await setReachable(engineDir, false);
    await reconcile();
    server.clock.advance(MINUTE);
    await look();
    server.clock.advance(MINUTE);
    await reconcile();
    expect((await subjects()).filter((subject) => subject.includes('servers'))).toHaveLength(1);
    await setReachable(engineDir, true);
    await look();
    expect((await subjects()).filter((subject) => subject.includes('servers'))).toHaveLength(1);
    await reconcile();
    expect((await subjects()).filter((subject) => subject.includes('servers'))).toHaveLength(2);
  });
});

describe('a host that does not answer', () => {
  it('is one incident for all its servers, and continues while the engine is unreachable', async () => {
    await clear();
    const { db, log } = server.hostler;
    const told: string[] = [];
    const staffMail = {
      *toStaff({ letter }: { letter: { subject: string } }) {
        yield* lockName('mail');
        told.push(letter.subject);
      },
      *toSeller() {},
    };
    const note = watchHosts({ db, log, staffMail });
    const lost: EngineSeen = { reachable: true, lostNodes: new Map([['n2', 140]]) };
    let now = server.clock.now();
    for (const seen of [lost, lost, { reachable: false, error: 'gone' } as const, lost, lost]) {
      await note(seen, now);
      now += 1.5 * MINUTE;
    }
    expect(told).toEqual(['The host n2 does not answer; 140 servers are on it.']);
    await note({ reachable: true, lostNodes: new Map() }, now);
    expect(told.slice(1)).toEqual(['Resolved: The host n2 does not answer; 140 servers are on it.']);
  });

  it('does not change the records of its servers', () => {
    const row: LivingRow = {
      ...{ id: 1, account_id: 1, hostname: 'web.example.com', status: 'running', pending: null, off_since: null },
      missing_since: null,
      ...{ node: 'n2', ipv4: '[]', ipv6: '[]', vcpus: 1, memory_mb: 1, disk_gb: 1, bounds: '{}', throttled_mbps: null },
      ...{ revision: 1, updated_at: 0 },
    };
    const found: VpsState = { name: 'vps-1', status: 'stopped', node: 'n2', ipv4: [], ipv6: [] };
    const about = { now: 5, bare: new BareMachines() };
    expect(findDifference(row, { ...found, outOfReach: true }, about)).toBeUndefined();
    expect(findDifference(row, found, about)).toEqual({ status: 'stopped', off_since: 5 });
    expect(findDifference(row, undefined, about)).toEqual({ status: 'error', off_since: 5, missing_since: 5 });
    expect(findDifference({ ...row, status: 'stopped' }, undefined, about)).toEqual({
      status: 'error',
      missing_since: 5,
    });
  });
});
