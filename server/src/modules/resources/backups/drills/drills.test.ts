import { readFile, writeFile } from 'node:fs/promises';
import { sql } from '@hostler/database';
import type { Backup } from '@hostler/testing/api-types.ts';
import { type BackupWorld, openBackupWorld } from '@hostler/testing/server/backups.ts';
import { untilMail } from '@hostler/testing/server/mail.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listFaults } from '#engines/simulation/faults.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import { DAY } from '#kernel/time.ts';
import { CLEAR_DRILL } from './jobs.ts';

const CLEARING = sql<object, { id: number }>(`select id from jobs where kind = '${CLEAR_DRILL}'`);

let world: BackupWorld;

beforeAll(async () => {
  world = await openBackupWorld({ byHand: ['backups.run-schedules'] });
});
afterEach(async () => {
  await world.mendEngines();
  // They would meet the faults of the next test.
  await until(async () => (await world.server.hostler.db.read(CLEARING.all({}))).length === 0);
});
afterAll(() => world.server.stop());

const verify = (id: number, key = world.account.live) => world.server.post('/backups/verify', key, { id });
const listMachines = async () =>
  (await createSimulatedVps({ dir: world.engineDir('vps') }).list()).map(({ name }) => name);
const hasCopy = async (backup: { id: number }) =>
  (await listMachines()).some((name) => name.startsWith(`drill-${backup.id}-`));

describe('a drill', () => {
  it('of a VPS backup sets drilled_at, changes nothing else, and leaves no machine behind', async () => {
    const vps = await world.createServer();
    const backup = await world.backUp(vps);
    expect(backup).toMatchObject({ drilled_at: null, drill_error: null });
    await writeFile(vps.file, 'newer');
    const before = await listMachines();
    const { status, body } = await verify(backup.id);
    expect(status).toBe(202);
    expect(await world.follow(body.data.action_id)).toMatchObject({ type: 'backup.verify', status: 'succeeded' });
    const after = await world.findBackup(backup.id);
    expect(after).toMatchObject({ status: 'completed', drilled_at: expect.any(String), drill_error: null });
    const { data } = (await world.server.get(`/hosting/show?id=${vps.id}`, world.account.live)).body;
    expect(data).toMatchObject({ status: 'running', drilled_at: after?.drilled_at });
    expect(await readFile(vps.file, 'utf8')).toBe('newer');
    expect(await listMachines()).toEqual(before);
  });

  it('of a database backup sets drilled_at', async () => {
    const backup = await world.backUp(await world.createDatabase());
    const { body } = await verify(backup.id);
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
    expect(await world.findBackup(backup.id)).toMatchObject({ drilled_at: expect.any(String), drill_error: null });
  });

  it('that fails records the reason, notifies the members, and deletes its machine', async () => {
    const backup = await world.backUp(await world.createServer());
    const { person } = await peopleOf(world.server).member(world.account.id, { scopes: 'backups.read' });
    await world.fail('vps', { operation: 'execute', code: 'refused' });
    const { body } = await verify(backup.id);
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'failed' });
    expect(await world.findBackup(backup.id)).toMatchObject({ drilled_at: null, drill_error: 'The engine said no.' });
    const mail = await untilMail(world.server.dataDir, person.email);
    expect(mail.subject).toBe(`Backup ${backup.name} could not be verified`);
    expect(mail.text).toContain('The engine said no.');
    expect(await hasCopy(backup)).toBe(false);
    const again = await verify(backup.id);
    await world.follow(again.body.data.action_id);
    expect(await world.findBackup(backup.id)).toMatchObject({ drilled_at: expect.any(String), drill_error: null });
  });

  it('deletes its machine later if the engine fails to delete it at the end', async () => {
    const backup = await world.backUp(await world.createServer());
    await world.fail('vps', { operation: 'destroy', code: 'unreachable' });
    const { body } = await verify(backup.id);
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
    await until(async () => !(await hasCopy(backup)));
    expect(await listFaults(world.engineDir('vps'))).toEqual([]);
  });

  it('is repeated after an interruption, in the same machine', async () => {
    const backup = await world.backUp(await world.createServer());
    // The machine of the first attempt stays, as after a crash: neither the check nor the deletion is carried out.
    await world.fail('vps', { operation: 'execute', code: 'unreachable' });
    await world.fail('vps', { operation: 'destroy', code: 'unreachable' });
    const { body } = await verify(backup.id);
    await until(async () => (await listFaults(world.engineDir('vps'))).length === 0);
    expect(await hasCopy(backup)).toBe(true);
    await until(
      async () => {
        world.server.clock.advance(10_000);
        return (await world.findBackup(backup.id))?.drilled_at;
      },
      { everyMs: 200 },
    );
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
    await until(async () => !(await hasCopy(backup)));
  });

  it('runs once at a time per account, and its backup cannot be removed meanwhile', async () => {
    const vps = await world.createServer();
    const [first, second] = [await world.backUp(vps), await world.backUp(vps)];
    await world.setReachable('vps', false);
    const { body } = await verify(first.id);
    expect((await verify(first.id)).status).toBe(409);
    expect((await verify(second.id)).body.error.message).toContain('Another backup of this account');
    expect((await world.server.post('/backups/remove', world.account.live, { id: first.id })).status).toBe(409);
    await world.setReachable('vps', true);
    world.server.clock.advance(60_000);
    expect(await world.follow(body.data.action_id)).toMatchObject({ status: 'succeeded' });
  });

  it('of a failed, foreign or missing backup is refused', async () => {
    const backup = await world.backUp(await world.createDatabase());
    const { live } = await world.server.createAccount();
    expect((await verify(backup.id, live)).status).toBe(404);
    await world.fail('postgresql', { operation: 'dump', code: 'refused' });
    const { data } = (await world.ask((await world.createDatabase()).body)).body;
    await world.follow(data.action_id);
    const failed = await verify(data.id);
    expect([failed.status, failed.body.error.message]).toEqual([409, 'Only a completed backup can be verified.']);
    expect((await verify(999_999)).status).toBe(404);
  });

  it('is started every 30 days by a schedule that asks for it', async () => {
    const vps = await world.createServer();
    const path = '/backups/schedules' as const;
    const made = await world.server.post(path, world.account.live, { ...vps.body, verify_monthly: true });
    expect(made.body.data).toMatchObject({ verify_monthly: true });
    const list = async () => (await world.server.get(`/backups?hosting_id=${vps.id}`, world.account.live)).body.data;
    const drilled = async () => (await list()).map(({ drilled_at }) => drilled_at !== null);
    const untilDrilled = () => until(async () => (await drilled())[0] === true, { everyMs: 200 });
    const runSchedule = async (backups: number) => {
      world.server.clock.advance(DAY);
      await world.server.runUpkeep('backups.run-schedules');
      const isDone = (all: Backup[]) => all.length === backups && all[0]?.status === 'completed';
      await until(async () => isDone(await list()), { everyMs: 200 });
    };
    await runSchedule(1);
    await untilDrilled();
    await runSchedule(2);
    expect(await drilled()).toEqual([false, true]);
    world.server.clock.advance(30 * DAY);
    await runSchedule(3);
    await untilDrilled();
  });
});
