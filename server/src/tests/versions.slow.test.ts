import { applyMigrations, DataFolderInUse, findMissing, type Migration, sql } from '@hostler/database';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '#compose/compose.ts';
import { enqueueJob } from '#kernel/jobs/queue.ts';
import type { Hostler } from '#program/hostler.ts';
import { ensureMigrated, migrate, NotPrepared } from '#program/prepare.ts';
import { type Running, serve, work } from '#program/serve.ts';

const EXPANDS: Migration = { id: 'future-001', script: 'create table future (id {id}, name text);' };
const BREAKS: Migration = { id: 'future-002', script: 'drop table billing_effects;', breaks: true };
const JOBS = sql<object, { kind: string; attempts: number }>('select kind, attempts from jobs');

let server: TestServer;
let warnings: string[] = [];
const running: Running[] = [];

beforeEach(async () => {
  warnings = [];
  server = await startTestServer({ worker: false });
});

afterEach(async () => {
  for (const process of running.splice(0)) await process.stop();
  await server.stop();
});

/** Composes another process on the same data; with further migrations it is a newer version. */
async function start(...more: Migration[]): Promise<Hostler> {
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
  const config = { ...server.hostler.config, port: 0, worker: 'off' as const };
  const hostler = await compose({ config, clock: server.clock, log });
  return { ...hostler, migrations: [...hostler.migrations, ...more] };
}

async function withProcess<T>(use: (hostler: Hostler) => Promise<T>, ...more: Migration[]): Promise<T> {
  const hostler = await start(...more);
  try {
    return await use(hostler);
  } finally {
    await hostler.db.close();
  }
}

const migrateTo = (...steps: Migration[]) => withProcess(migrate, ...steps);

async function readyz() {
  const answer = await fetch(`${server.url}/readyz`);
  const { success, data } = (await answer.json()) as { success: boolean; data: { database: string; note?: string } };
  return { status: answer.status, success, database: data.database, note: data.note };
}

describe('with additions of a newer version in the database', () => {
  beforeEach(() => migrateTo(EXPANDS));

  it('a running process stays ready, with a note', async () => {
    const { note, ...ready } = await readyz();
    expect(ready).toEqual({ status: 200, success: true, database: 'ok' });
    expect(note).toMatch(/A newer version has added to the database/);
    const account = await server.createAccount();
    expect((await server.get('/tickets', account.live)).status).toBe(200);
  });

  it('a process of this version starts', async () => {
    await withProcess(ensureMigrated);
    await withProcess(migrate);
  });
});

describe('with breaking changes of a newer version in the database', () => {
  beforeEach(() => migrateTo(EXPANDS, BREAKS));

  it('a running process is no longer ready, and gives advice', async () => {
    const { status, success, database } = await readyz();
    expect([status, success]).toEqual([503, false]);
    expect(database).toMatch(/cannot work with it \(future-002\)\. Start that one, or restore a copy/);
  });

  it('no process of this version starts', async () => {
    await expect(withProcess(ensureMigrated)).rejects.toThrow(NotPrepared);
    await expect(withProcess(migrate)).rejects.toThrow(/cannot work with it \(future-002\)/);
  });

  it('a process of the newer version starts', async () => {
    await withProcess(ensureMigrated, EXPANDS, BREAKS);
  });
});

describe('a worker', () => {
  it('ends when a newer version breaks the database', async () => {
    const worker = await work(await start());
    running.push(worker);
    // As on a shared database, where running processes are unknown.
    await server.hostler.db.write(() => applyMigrations([...server.hostler.migrations, BREAKS], Date.now()));
    await worker.failed;
    expect(warnings.join()).toMatch(/The background work of this process ends/);
  });

  it('leaves jobs of unknown kinds to other workers, and logs it', async () => {
    await server.hostler.db.write(() => enqueueJob({ kind: 'future.work', payload: {}, runAt: server.clock.now() }));
    const account = await server.createAccount();
    await server.post('/domains', account.live, { domain: 'known.example.com' });
    running.push(await work(await start()));
    expect(warnings.join()).toMatch(/"kinds":\["future\.work"\].*they wait for a newer version/);
    await expect.poll(async () => server.hostler.db.read(JOBS.all({}))).toEqual([{ kind: 'future.work', attempts: 0 }]);
  });
});

describe.skipIf(runsOnPostgres)('an embedded database', () => {
  const isMissing = async () => (await server.hostler.db.read(findMissing([EXPANDS]))).length === 1;

  it.each([
    ['server', serve],
    ['worker', work],
  ] as const)('is not changed by a newer command line while a %s runs', async (who, begin) => {
    const older = await begin(await start());
    running.push(older);
    await withProcess(ensureMigrated);
    await expect(migrateTo(EXPANDS)).rejects.toThrow(DataFolderInUse);
    await expect(withProcess(ensureMigrated, EXPANDS)).rejects.toThrow(
      `A hostler ${who} of another version runs on ${server.dataDir}`,
    );
    expect(await isMissing()).toBe(true);
    await older.stop();
    running.pop();
    expect(await migrateTo(EXPANDS)).toEqual(['future-001']);
  });

  it('is not changed by a newer server while a worker runs', async () => {
    running.push(await work(await start()));
    const newer = await start(EXPANDS);
    await expect(serve(newer)).rejects.toThrow(/A hostler worker of another version runs/);
    await newer.db.close();
    expect(await isMissing()).toBe(true);
  });

  it('is migrated once by concurrent commands', async () => {
    const applied = await Promise.all([migrateTo(EXPANDS), migrateTo(EXPANDS), migrateTo(EXPANDS)]);
    expect(applied.flat()).toEqual(['future-001']);
  });
});
