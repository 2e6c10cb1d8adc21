import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTracingProblem } from '../testing/services/strace.ts';
import { runsOnPostgres } from './seed.ts';
import { type SystemCall, trace } from './strace.ts';
import { openWorld, type World } from './world.ts';

const SYNCS = ['fsync', 'fdatasync'];
const WRITES = ['write', 'writev', 'sendto', 'sendmsg'];
/** Delays syncs until the trace ends, however long the reads take on a busy machine. */
const SLOW_SYNC = 'fsync,fdatasync:delay_enter=1000s';

/** Changes when a checkpoint restarts the log. */
function readLogHeader(dataDir: string): string {
  const file = openSync(join(dataDir, 'hostler.db-wal'), 'r');
  const header = Buffer.alloc(32);
  readSync(file, header, 0, header.length, 0);
  closeSync(file);
  return header.toString('hex');
}

const reason = runsOnPostgres ? 'PostgreSQL syncs by itself' : findTracingProblem();

const isSync = ({ name }: SystemCall) => SYNCS.includes(name);
const isAbout = (file: string) => (call: SystemCall) => call.text.includes(`/${file}>`);
const isLog = isAbout('hostler.db-wal');

/** Server without a worker, so that the test knows the cause of every sync. */
const openQuietWorld = () =>
  openWorld({ settings: { HOSTLER_WORKER: 'off', HOSTLER_LIMITS: 'none' }, errorsExpected: true });

const createTicket = ({ client, alpha }: World, subject: string) =>
  client.post('/tickets', alpha.live, { subject, message: 'm'.repeat(20_000) });

describe.skipIf(reason)(reason ? `a disk with slow syncs [${reason}]` : 'a disk with slow syncs', () => {
  test('delays writes but not reads, which already show the pending write', async () => {
    const world = await openQuietWorld();
    const { client, alpha, server } = world;
    const { body } = await createTicket(world, 'Before');
    const tracing = await trace(server.process.pid, SYNCS, SLOW_SYNC);
    try {
      let isAnswered = false;
      const written = createTicket(world, 'During').then((answer) => {
        isAnswered = true;
        return answer;
      });
      await expect.poll(async () => client.total('/tickets', alpha.live)).toBe(2);
      for (let round = 0; round < 12; round++) {
        expect((await client.get(`/tickets/show?id=${body.data.id}`, alpha.live)).status).toBe(200);
      }
      expect(isAnswered).toBe(false);
      await tracing.end();
      expect((await written).status).toBe(201);
    } finally {
      await tracing.end();
      await world.close();
    }
  });

  test('delays replays, refusals and simulated writes that depend on a pending write', async () => {
    const world = await openQuietWorld();
    const { client, alpha, server } = world;
    const { body } = await createTicket(world, 'To be closed');
    const path = `/tickets/close?id=${body.data.id}`;
    const once = { 'idempotency-key': 'once' };
    const tracing = await trace(server.process.pid, SYNCS, SLOW_SYNC);
    try {
      const order: string[] = [];
      const note = async (name: string, answer: Promise<{ status: number }>) => {
        const { status } = await answer;
        order.push(`${name} ${status}`);
      };
      const first = note('closed', client.post(path, alpha.live, undefined, once));
      await client.until(`/tickets/show?id=${body.data.id}`, alpha.live, ({ status }) => status === 'closed');
      const others = [
        note('again', client.post(path, alpha.live)),
        note('replay', client.post(path, alpha.live, undefined, once)),
        note('simulated', client.post(path, alpha.test)),
      ];
      await client.get('/auth/me', alpha.live);
      expect(order).toEqual([]);
      await tracing.end();
      await Promise.all([first, ...others]);
      expect(order[0]).toBe('closed 200');
      expect(order.slice(1).sort()).toEqual(['again 409', 'replay 200', 'simulated 409']);
    } finally {
      await tracing.end();
      await world.close();
    }
  });
});

/** Returns the first system call that contains each ticket name. */
function indexByTicket(calls: readonly SystemCall[]): Map<string, SystemCall> {
  const found = new Map<string, SystemCall>();
  for (const call of calls) {
    for (const [name] of call.text.matchAll(/Ticket \d+ of the trace/g)) if (!found.has(name)) found.set(name, call);
  }
  return found;
}

describe.skipIf(reason)(reason ? `the system calls of a server [${reason}]` : 'the system calls of a server', () => {
  test('include no response to a write before its sync, and no sync on the event loop, across a checkpoint', async () => {
    const world = await openQuietWorld();
    const main = world.server.process.pid;
    const tracing = await trace(main, [...SYNCS, ...WRITES, 'pwrite64']);
    const { dataDir } = world.server;
    const first = readLogHeader(dataDir);
    const names: string[] = [];
    /** Tickets to create after the checkpoint. */
    let left = 100;
    let calls: SystemCall[] = [];
    try {
      const write = async () => {
        for (; left > 0; left -= readLogHeader(dataDir) === first ? 0 : 1) {
          const name = `Ticket ${names.length} of the trace`;
          names.push(name);
          expect((await createTicket(world, name)).status).toBe(201);
        }
      };
      await Promise.all(Array.from({ length: 12 }, write));
    } finally {
      calls = await tracing.end();
      await world.close();
    }
    const syncs = calls.filter(isSync);
    expect(syncs.filter(({ thread }) => thread === main)).toEqual([]);
    expect(syncs.filter(isAbout('hostler.db')).length).toBeGreaterThan(0);

    const written = indexByTicket(calls.filter((call) => call.name === 'pwrite64' && isLog(call)));
    const answered = indexByTicket(
      calls.filter(({ name, text }) => WRITES.includes(name) && text.includes('HTTP/1.1 201')),
    );
    const logSyncs = syncs.filter(isLog);
    const early = names.filter((name) => {
      const after = written.get(name)?.end ?? Number.POSITIVE_INFINITY;
      const before = answered.get(name)?.begin ?? Number.NEGATIVE_INFINITY;
      return !logSyncs.some(({ begin, end }) => begin > after && end < before);
    });
    expect(early).toEqual([]);
  });
});

describe.skipIf(reason)(reason ? `a failed sync [${reason}]` : 'a failed sync', () => {
  test('returns 500, is not retried, and ends the process; earlier acknowledged writes are kept', async () => {
    const world = await openQuietWorld();
    const { client, alpha, server } = world;
    const { body } = await createTicket(world, 'Before');
    const tracing = await trace(server.process.pid, SYNCS, 'fdatasync:error=EIO');
    const failed = await createTicket(world, 'Lost');
    expect([failed.status, failed.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(await server.process.exited).toEqual({ code: 1, signal: null });
    expect(server.process.stderr()).toContain('data not synced to disk');
    const syncs = (await tracing.end()).filter((call) => isSync(call) && (isLog(call) || isAbout('hostler.db')(call)));
    expect(syncs).toHaveLength(1);
    // No checkpoint ran, so only a restart shows which data is complete.
    expect(existsSync(join(server.dataDir, 'hostler.db-wal'))).toBe(true);
    await server.restart();
    expect((await client.get(`/tickets/show?id=${body.data.id}`, alpha.live)).status).toBe(200);
    expect((await createTicket(world, 'After')).status).toBe(201);
    await world.close();
  });
});
