import { existsSync } from 'node:fs';
import { sql } from '@hostler/database';
import type { Backup } from '@hostler/testing/api-types.ts';
import { type BackupWorld, openBackupWorld, type Subject } from '@hostler/testing/server/backups.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import type { Schedule } from './schemas.ts';

const BEGUN = sql<object, { account_id: number; engine: string; count: number }>(
  `select account_id, engine, count(*) as count from backups
   where type = 'scheduled' and status in ('pending', 'running') group by account_id, engine order by account_id`,
);
const UNDER_WAY = sql<object, { id: number }>(
  `select id from backups where status in ('pending', 'running') order by id`,
);

let world: BackupWorld;

beforeAll(async () => {
  world = await openBackupWorld();
});
afterEach(async () => {
  await world.mendEngines();
  for (const { id } of await listSchedules()) {
    await world.server.post(`/backups/schedules/remove?id=${id}`, world.account.live);
  }
});
afterAll(() => world.server.stop());

async function listSchedules(): Promise<Schedule[]> {
  return (await world.server.get('/backups/schedules?per_page=100', world.account.live)).body.data;
}

async function schedule(subject: Subject, more: object = {}): Promise<Schedule> {
  const body = { ...subject.body, ...more };
  return (await world.server.post('/backups/schedules', world.account.live, body)).body.data;
}

async function show({ id }: Schedule): Promise<Schedule> {
  return (await world.server.get(`/backups/schedules/show?id=${id}`, world.account.live)).body.data;
}

async function backupsOf(subject: Subject): Promise<Backup[]> {
  const [[name, id] = []] = Object.entries(subject.body);
  const { body } = await world.server.get(`/backups?${name}=${id}&per_page=100`, world.account.live);
  return body.data;
}

/** Runs a recurring job once, as a worker does. */
async function takeTurn(name = 'backups.run-schedules'): Promise<void> {
  await world.server.hostler.recurring.find((job) => job.name === name)?.run(world.server.clock.now());
}

/** Advances the clock to the time of a schedule and runs the job. */
async function advanceTo(time: string | null): Promise<void> {
  const ms = Date.parse(time ?? '') - world.server.clock.now();
  if (ms >= 0) world.server.clock.advance(ms + SECOND);
  await takeTurn();
}

/** Waits until the newest backup of a subject has ended, and returns it. */
async function untilEnded(subject: Subject): Promise<Backup> {
  for (;;) {
    const [newest] = await backupsOf(subject);
    if (newest?.status === 'completed' || newest?.status === 'failed') return newest;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until a backup of any account has ended. */
async function untilOver(id: number): Promise<void> {
  const isUnderWay = async () => (await world.server.hostler.db.read(UNDER_WAY.all({}))).some((one) => one.id === id);
  while (await isUnderWay()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Runs the schedule at its next time and returns the backup. */
async function runOnce(made: Schedule, subject: Subject): Promise<Backup> {
  await advanceTo((await show(made)).next_run_at);
  return untilEnded(subject);
}

const secondsBetween = (from: string | null, to: string | null) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000;

describe('a schedule that is due', () => {
  it.each([
    ['a VPS', 'createServer'],
    ['a database', 'createDatabase'],
  ] as const)('creates a backup of %s and plans the next run', async (_what, make) => {
    const subject = await world[make]();
    const made = await schedule(subject);
    await takeTurn();
    expect(await backupsOf(subject)).toEqual([]);
    const backup = await runOnce(made, subject);
    expect(backup).toMatchObject({ type: 'scheduled', status: 'completed', verified_at: expect.any(String) });
    expect(backup.name).toMatch(/ \d{4}-\d\d-\d\d \d\d:\d\d$/);
    const after = await show(made);
    expect(after).toMatchObject({ last_backup_id: backup.id, last_run_at: backup.created_at, error: null });
    expect(secondsBetween(made.next_run_at, after.next_run_at)).toBe(DAY / SECOND);
    expect(await world.eventsAbout(backup.id, 'live')).toHaveLength(1);
  });

  it('creates one backup for all missed runs', async () => {
    const database = await world.createDatabase();
    const made = await schedule(database);
    world.server.clock.advance(5 * DAY + HOUR);
    await takeTurn();
    await takeTurn();
    await untilEnded(database);
    expect(await backupsOf(database)).toHaveLength(1);
    const { next_run_at } = await show(made);
    const ahead = Date.parse(next_run_at ?? '') - world.server.clock.now();
    expect(ahead).toBeGreaterThan(0);
    expect(ahead).toBeLessThanOrEqual(DAY);
  });

  it('creates one backup when many workers run at once', async () => {
    const databases = await Promise.all(Array.from({ length: 2 }, () => world.createDatabase()));
    for (const database of databases) await schedule(database, { time: '04:00' });
    world.server.clock.advance(DAY);
    await Promise.all(Array.from({ length: 8 }, () => takeTurn()));
    for (const database of databases) {
      await untilEnded(database);
      expect(await backupsOf(database)).toHaveLength(1);
    }
  });

  it('waits while two others on the same engine are being backed up', async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, () => world.createDatabase()));
    for (const database of databases) await schedule(database, { time: '05:00' });
    await world.setReachable('postgresql', false);
    world.server.clock.advance(DAY);
    await takeTurn();
    await takeTurn();
    const begun = (await Promise.all(databases.map(backupsOf))).flat();
    expect(begun).toHaveLength(2);
    await world.setReachable('postgresql', true);
    for (const { id } of begun) {
      await world.server.until(`/backups/show?id=${id}`, world.account.live, ({ status }) => status === 'completed');
    }
    await takeTurn();
    for (const database of databases) expect(await untilEnded(database)).toMatchObject({ status: 'completed' });
  });

  it('does not wait for other engines or other accounts', async () => {
    const { server, account } = world;
    const others = [await server.createAccount(), await server.createAccount()];
    const vps = await world.createServer();
    await schedule(vps, { time: '05:30' });
    const owners = [account, account, account, account, ...others, ...others];
    const databases = await Promise.all(owners.map((owner) => world.createDatabase(owner)));
    for (const [index, { body }] of databases.entries()) {
      // Schedules of the first account are the longest overdue.
      const time = `05:0${index}`;
      expect((await server.post('/backups/schedules', owners[index]?.live, { ...body, time })).status).toBe(201);
    }
    await world.setReachable('postgresql', false);
    server.clock.advance(DAY);
    await takeTurn();
    await takeTurn();
    expect(await untilEnded(vps)).toMatchObject({ status: 'completed' });
    expect(await server.hostler.db.read(BEGUN.all({}))).toEqual([
      { account_id: account.id, engine: 'postgresql', count: 2 },
      ...others.map(({ id }) => ({ account_id: id, engine: 'postgresql', count: 1 })),
    ]);
    for (const { live } of others) {
      for (const { id } of (await server.get('/backups/schedules', live)).body.data) {
        await server.post(`/backups/schedules/remove?id=${id}`, live);
      }
    }
    await world.mendEngines();
    for (const { id } of await server.hostler.db.read(UNDER_WAY.all({}))) await untilOver(id);
  });

  it('is planned again if its next run was planned by a wrong clock', async () => {
    const database = await world.createDatabase();
    const made = await schedule(database);
    world.server.clock.advance(365 * DAY);
    await takeTurn();
    await untilEnded(database);
    world.server.clock.advance(-365 * DAY);
    await takeTurn('backups.end-schedules');
    expect((await show(made)).next_run_at).toBe(made.next_run_at);
    await runOnce(made, database);
    expect(await backupsOf(database)).toHaveLength(2);
  });

  it('creates no backup while it is paused', async () => {
    const database = await world.createDatabase();
    const { id } = await schedule(database);
    await world.server.post('/backups/schedules/update', world.account.live, { id, status: 'paused' });
    world.server.clock.advance(2 * DAY);
    await takeTurn();
    expect(await backupsOf(database)).toEqual([]);
  });
});

describe('a scheduled backup that is not possible', () => {
  it('is retried within about half an hour, shows the reason, and is created once possible', async () => {
    const vps = await world.createServer();
    const made = await schedule(vps);
    await world.server.finish(world.server.operator.hosting.suspend({ id: vps.id }));
    await advanceTo(made.next_run_at);
    const waiting = await show(made);
    expect(waiting).toMatchObject({
      status: 'active',
      last_run_at: null,
      error: 'This server is suspended and cannot be backed up now.',
    });
    expect(secondsBetween(made.next_run_at, waiting.next_run_at)).toBeLessThan((31 * MINUTE) / SECOND);
    expect(await backupsOf(vps)).toEqual([]);

    await world.server.finish(world.server.operator.hosting.unsuspend({ id: vps.id }));
    expect(await runOnce(made, vps)).toMatchObject({ status: 'completed' });
    const after = await show(made);
    expect(after.error).toBeNull();
    expect(secondsBetween(made.next_run_at, after.next_run_at)).toBe(DAY / SECOND);
  });

  it('is retried after 1, 2 and 4 hours when it fails, then at the regular time', async () => {
    const database = await world.createDatabase();
    const made = await schedule(database);
    const pauses: number[] = [];
    for (let tries = 0; tries < 5; tries++) {
      await world.fail('postgresql', { operation: 'dump', code: 'refused' });
      const failed = await runOnce(made, database);
      expect(failed).toMatchObject({ status: 'failed', type: 'scheduled' });
      const after = await show(made);
      expect(after).toMatchObject({ last_backup_id: failed.id, error: 'The engine said no.' });
      pauses.push(Math.round((secondsBetween(after.last_run_at, after.next_run_at) * SECOND) / HOUR));
    }
    // The first try is at the regular time, the fourth seven hours later.
    expect(pauses).toEqual([1, 2, 4, 17, 24]);
    expect(await runOnce(made, database)).toMatchObject({ status: 'completed' });
    expect(await show(made)).toMatchObject({ error: null });
  });
});

describe('mail about failed backups', () => {
  const MAILS = sql<{ recipient: string }, { kind: string }>('select kind from mails where recipient = :recipient');
  const failOnce = async (made: Schedule, database: Subject) => {
    await world.fail('postgresql', { operation: 'dump', code: 'refused' });
    expect(await runOnce(made, database)).toMatchObject({ status: 'failed' });
  };

  it('is sent at the second failure in a row, and again only after a success', async () => {
    const { person } = await peopleOf(world.server).member(world.account.id, { scopes: 'backups.read' });
    const count = async () => (await world.server.hostler.db.read(MAILS.all({ recipient: person.email }))).length;
    const database = await world.createDatabase();
    const made = await schedule(database);
    await failOnce(made, database);
    expect(await count()).toBe(0);
    await failOnce(made, database);
    expect(await count()).toBe(1);
    const mail = await untilMail(world.server.dataDir, person.email);
    expect(mail.subject).toMatch(/^Backups of db_\d+ fail$/);
    expect(mail.text).toContain('The engine said no.');
    await failOnce(made, database);
    await failOnce(made, database);
    expect(await count()).toBe(1);
    expect(await runOnce(made, database)).toMatchObject({ status: 'completed' });
    await failOnce(made, database);
    expect(await count()).toBe(1);
    await failOnce(made, database);
    expect(await count()).toBe(2);
  });

  it('is sent once while the account has reached its limit of backups', async () => {
    const owner = await peopleOf(world.server).owner('full@example.com');
    const { key } = await world.server.createKey(owner.accountId, 'live');
    const database = await world.createDatabase({ id: owner.accountId, live: key, test: key });
    const count = async () => (await world.server.hostler.db.read(MAILS.all({ recipient: owner.person.email }))).length;
    await world.server.run('account limits', '--account', owner.accountId, '--set', 'backups=0');
    const { body } = await world.server.post('/backups/schedules', key, database.body);
    await advanceTo(body.data.next_run_at);
    expect(await count()).toBe(0);
    for (let tries = 0; tries < 3; tries++) {
      world.server.clock.advance(31 * MINUTE);
      await takeTurn();
      expect(await count()).toBe(1);
    }
    await world.server.post(`/backups/schedules/remove?id=${body.data.id}`, key);
  });
});

describe('the retention of a schedule', () => {
  it('keeps the newest completed backups, deletes older ones with files, and spares manual ones', async () => {
    const database = await world.createDatabase();
    const manual = await world.backUp(database);
    const made = await schedule(database, { keep: 2 });
    const scheduled: Backup[] = [];
    for (let day = 0; day < 4; day++) scheduled.unshift(await runOnce(made, database));
    const idsOf = (backups: Backup[]) => backups.map(({ id }) => id);
    expect(idsOf(await backupsOf(database))).toEqual([...idsOf(scheduled.slice(0, 2)), manual.id]);
    for (const gone of scheduled.slice(2)) {
      await expect.poll(() => existsSync(world.fileOf(gone))).toBe(false);
      expect(await world.findBackup(gone.id)).toBeUndefined();
    }
    for (const kept of [manual, ...scheduled.slice(0, 2)]) expect(existsSync(world.fileOf(kept))).toBe(true);
    const all = await world.server.get('/backups?per_page=100', world.account.live);
    expect(all.body.meta.total).toBe(all.body.data.length);
  });

  it('does not count failed backups, and deletes them together with older ones', async () => {
    const database = await world.createDatabase();
    const made = await schedule(database, { keep: 1 });
    const good = await runOnce(made, database);
    await world.fail('postgresql', { operation: 'examine', code: 'refused' });
    const failed = await runOnce(made, database);
    expect((await backupsOf(database)).map(({ id }) => id)).toEqual([failed.id, good.id]);
    expect(existsSync(world.fileOf(good))).toBe(true);
    const newer = await runOnce(made, database);
    expect((await backupsOf(database)).map(({ id }) => id)).toEqual([newer.id]);
  });

  it('spares a backup that is being restored', async () => {
    const database = await world.createDatabase();
    const made = await schedule(database, { keep: 1 });
    const good = await runOnce(made, database);
    await world.setReachable('postgresql', false);
    await advanceTo((await show(made)).next_run_at);
    // The restore is queued behind the new backup and must still find its file.
    const restored = await world.restore(good.id);
    expect(restored.status).toBe(202);
    await world.setReachable('postgresql', true);
    expect(await world.follow(restored.body.data.action_id)).toMatchObject({ status: 'succeeded' });
    const newer = await untilEnded(database);
    expect((await backupsOf(database)).map(({ id }) => id)).toEqual([newer.id, good.id]);
  });

  it('applies a smaller keep at the next backup, and deletes nothing after the schedule is removed', async () => {
    const database = await world.createDatabase();
    const made = await schedule(database, { keep: 5 });
    for (let day = 0; day < 3; day++) await runOnce(made, database);
    await world.server.post('/backups/schedules/update', world.account.live, { id: made.id, keep: 1 });
    expect(await backupsOf(database)).toHaveLength(3);
    const last = await runOnce(made, database);
    expect((await backupsOf(database)).map(({ id }) => id)).toEqual([last.id]);
    await world.server.post(`/backups/schedules/remove?id=${made.id}`, world.account.live);
    world.server.clock.advance(10 * DAY);
    await takeTurn();
    expect((await backupsOf(database)).map(({ id }) => id)).toEqual([last.id]);
  });
});

describe('the schedule of a removed resource', () => {
  it('is deleted when it is due', async () => {
    const database = await world.createDatabase();
    const made = await schedule(database);
    await world.server.post(`/databases/remove?id=${database.id}`, world.account.live);
    await advanceTo(made.next_run_at);
    expect(await listSchedules()).toEqual([]);
    expect(await world.totals(world.account.live, '/backups/schedules', ['active', 'paused'])).toEqual({});
  });

  it('is deleted within the hour even if it is paused; other schedules stay', async () => {
    const [vps, other] = [await world.createServer(), await world.createServer()];
    const [gone, kept] = [await schedule(vps), await schedule(other)];
    await world.server.post('/backups/schedules/update', world.account.live, { id: gone.id, status: 'paused' });
    await world.server.finish(world.server.operator.hosting.terminate({ id: vps.id }));
    await takeTurn('backups.end-schedules');
    expect((await listSchedules()).map(({ id }) => id)).toEqual([kept.id]);
  });
});
