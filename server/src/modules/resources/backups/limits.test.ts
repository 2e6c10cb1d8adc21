import { appendFile } from 'node:fs/promises';
import type { LimitUse } from '@hostler/testing/api-types.ts';
import { type BackupWorld, openBackupWorld, type Subject } from '@hostler/testing/server/backups.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts';

let world: BackupWorld;
let subject: Subject;

beforeAll(async () => {
  world = await openBackupWorld();
  subject = await world.createDatabase();
  await appendFile(subject.file, 'some content');
});
afterAll(() => world.server.stop());

async function bytes(): Promise<LimitUse | undefined> {
  const { body } = await world.server.get('/auth/me', world.account.live);
  return body.data.limits.backup_bytes;
}

const setLimit = (name: string, value: number | null | 'default') =>
  world.server.operator.limits.change({ account_id: world.account.id, limits: { [name]: value } });

const REFUSAL = /^This account has reached its limit of [\d.]+ \w+ of backups \(backup_bytes\)\. Remove some, or ask/;

describe('the backup_bytes limit', () => {
  it('counts stored backups and the expected size of pending ones', async () => {
    const { size_bytes, id } = await world.backUp(subject);
    expect(size_bytes).toBeGreaterThan(0);
    const size = size_bytes ?? 0;
    expect((await bytes())?.used).toBe(size);
    await setLimit('backup_bytes', size * 2 - 1);
    const refused = await world.ask(subject.body);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'QUOTA_EXCEEDED']);
    expect(refused.body.error.message).toMatch(REFUSAL);
    expect((await world.ask(subject.body, world.account.test)).body.error).toEqual(refused.body.error);
    expect((await bytes())?.used).toBe(size);
    await setLimit('backup_bytes', size * 2);
    const attempts = await Promise.all(Array.from({ length: 20 }, () => world.ask(subject.body)));
    const [made, ...others] = attempts.filter(({ status }) => status === 202);
    expect([made?.status, others]).toEqual([202, []]);
    await world.follow(made?.body.data.action_id ?? 0);
    await setLimit('backup_bytes', null);
    for (const backup of [id, made?.body.data.id]) {
      await world.server.post('/backups/remove', world.account.live, { id: backup });
    }
    expect(await bytes()).toEqual({ limit: null, used: 0 });
  });

  it('keeps a backup that is larger than expected and refuses the next one', async () => {
    const { id } = await world.backUp(subject);
    const used = (await bytes())?.used ?? 0;
    await appendFile(subject.file, 'much more content'.repeat(100));
    await setLimit('backup_bytes', used * 2);
    const larger = await world.backUp(subject);
    expect((await bytes())?.used).toBe(used + (larger.size_bytes ?? 0));
    expect((await bytes())?.used).toBeGreaterThan(used * 2);
    expect((await world.ask(subject.body)).status).toBe(409);
    for (const backup of [id, larger.id]) {
      await world.server.post('/backups/remove', world.account.live, { id: backup });
    }
    await setLimit('backup_bytes', 'default');
  });

  it('is checked again when the backup starts, which then fails with the reason', async () => {
    const quiet = await openBackupWorld();
    try {
      const database = await quiet.createDatabase();
      await quiet.setReachable('postgresql', false);
      const { data } = (await quiet.ask(database.body)).body;
      await quiet.server.untilPostponed(data.action_id);
      await quiet.server.operator.limits.change({ account_id: quiet.account.id, limits: { backup_bytes: 0 } });
      await quiet.setReachable('postgresql', true);
      quiet.server.clock.advance(MINUTE);
      const { status, error } = await quiet.follow(data.action_id);
      expect([status, error?.message]).toEqual(['failed', expect.stringMatching(REFUSAL)]);
      expect(await quiet.findBackup(data.id)).toMatchObject({ status: 'failed', error: error?.message });
    } finally {
      await quiet.server.stop();
    }
  });
});

describe('a scheduled backup that exceeds a limit', () => {
  it.each(['backups', 'backup_bytes', 'queued_actions'])(
    'is not created when the limit %s is 0, shows the reason, and is retried within the hour',
    async (limit) => {
      const database = await world.createDatabase();
      const made = await world.server.post('/backups/schedules', world.account.live, database.body);
      const { id } = made.body.data;
      const show = async () =>
        (await world.server.get(`/backups/schedules/show?id=${id}`, world.account.live)).body.data;
      const backups = async () =>
        (await world.server.get(`/backups?database_id=${database.id}`, world.account.live)).body.data;
      const takeTurn = async () => {
        const wait = Date.parse((await show()).next_run_at ?? '') - world.server.clock.now();
        world.server.clock.advance(wait + SECOND);
        const job = world.server.hostler.recurring.find(({ name }) => name === 'backups.run-schedules');
        await job?.run(world.server.clock.now());
      };
      await setLimit(limit, 0);
      await takeTurn();
      const refused = await show();
      expect(refused.error).toContain(`(${limit})`);
      expect(Date.parse(refused.next_run_at ?? '') - world.server.clock.now()).toBeLessThan(HOUR);
      expect(await backups()).toEqual([]);
      await setLimit(limit, 'default');
      await takeTurn();
      expect(await backups()).toHaveLength(1);
      await world.server.until(`/backups/schedules/show?id=${id}`, world.account.live, ({ error }) => error === null);
      await world.server.post('/backups/schedules/remove', world.account.live, { id });
    },
  );
});
