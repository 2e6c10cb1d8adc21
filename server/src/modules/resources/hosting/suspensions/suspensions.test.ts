import { join } from 'node:path';
import { runScript, sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext, setReachable } from '#engines/simulation/faults.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import { Vault } from '#kernel/crypto.ts';
import { HOUR } from '#kernel/time.ts';
import { hostingActions } from '../actions.ts';
import { ServerContracts } from '../contract.ts';
import { ServerFollowers } from '../followers.ts';
import { migrations } from '../migrations.ts';
import { createServers, type Servers } from '../servers.ts';
import { createHostingService } from '../service.ts';
import { createServerSources } from '../sources/service.ts';
import { createUserData } from '../user-data/service.ts';
import type { SuspensionCause } from './schemas.ts';

let server: TestServer;
let account: TestAccount;
let engineDir: string;
let servers: Servers;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
  const vps = createSimulatedVps({ dir: engineDir });
  servers = createServers({
    hosting: createHostingService({ actions: hostingActions({ vps }), vps }),
    followers: new ServerFollowers(),
    contracts: new ServerContracts(),
    userData: createUserData({ db: server.hostler.db, vault: new Vault('a secret key of this test') }),
    sources: createServerSources({ vps }),
  });
});
afterAll(() => server.stop());

const make = () => server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'a.example.com' }));
const suspend = (id: number, cause: SuspensionCause, reason = `For ${cause}.`) =>
  server.operator.hosting.suspend({ id, cause, reason });
const unsuspend = (id: number, cause: SuspensionCause) => server.operator.hosting.unsuspend({ id, cause });
const show = async (id: number) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
const follow = (id: number | null) => server.endOf(id, account.live);
const inspect = (id: number) => createSimulatedVps({ dir: engineDir }).inspect(`vps-${id}`);
const openCauses = async (id: number) =>
  (await server.hostler.db.read(servers.listSuspensions(account.id, id))).map(({ cause }) => cause);
const refuse = (operation: string, id: number) =>
  failNext(engineDir, { operation, target: `vps-${id}`, code: 'refused', message: 'No.', times: 1 });
const reconcile = () => server.runUpkeep('hosting.reconcile');
const TRIES = sql<object, { tries: number }>(`select max(attempts) as tries from jobs where kind = 'hosting.suspend'`);
const untilIdle = (id: number) =>
  until(async () => (await server.hostler.db.read(servers.find(account.id, id))).pending === null);
/** Runs the recurring job and waits for the work it queues. */
async function settle(id: number) {
  server.clock.advance(HOUR);
  await reconcile();
  await untilIdle(id);
}
const suspendedEvents = async (id: number) => {
  const EVENTS = sql<object, { data: string }>(`select data from events where type = 'hosting.suspended'`);
  const events = await server.hostler.db.read(EVENTS.all({}));
  return events.map(({ data }) => JSON.parse(data)).filter((data) => data.id === id);
};

describe('a VPS that is suspended for two causes', () => {
  it('shows the older reason, stays off when one cause is lifted, and runs when none is left', async () => {
    const { id } = await make();
    await server.finish(suspend(id, 'payment'));
    expect(await suspend(id, 'abuse')).toMatchObject({ status: 'suspended', action_id: null });
    await expect(suspend(id, 'abuse')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await show(id)).toMatchObject({ suspension_reason: 'For payment.' });
    expect(await unsuspend(id, 'payment')).toMatchObject({ status: 'suspended', action_id: null });
    expect(await show(id)).toMatchObject({ status: 'suspended', suspension_reason: 'For abuse.' });
    await expect(unsuspend(id, 'payment')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/another cause \(abuse\)/),
    });
    await reconcile();
    expect(await inspect(id)).toMatchObject({ status: 'stopped' });
    expect(await server.finish(unsuspend(id, 'abuse'))).toMatchObject({ status: 'running', suspension_reason: null });
    expect(await suspendedEvents(id)).toHaveLength(1);
    expect(await server.operator.hosting.listSuspensions({ id })).toMatchObject([
      { cause: 'payment', closed_at: expect.any(String) },
      { cause: 'abuse', closed_at: expect.any(String) },
    ]);
  });

  it('can be suspended again for the same cause', async () => {
    const { id } = await make();
    for (const _time of [1, 2]) {
      await server.finish(suspend(id, 'payment'));
      expect(await server.finish(unsuspend(id, 'payment'))).toMatchObject({ status: 'running' });
    }
    expect(await suspendedEvents(id)).toHaveLength(2);
  });
});

describe('suspending from other modules', () => {
  const suspendFor = (id: number, cause: SuspensionCause) =>
    server.hostler.db.write(() => servers.suspend(account.id, id, { cause, reason: 'Why.' }, server.clock.now()));
  const lift = (id: number, cause: SuspensionCause) =>
    server.hostler.db.write(() => servers.lift(account.id, id, cause, server.clock.now()));

  it('is idempotent, and so is lifting', async () => {
    const { id } = await make();
    expect(await lift(id, 'payment')).toMatchObject({ status: 'running', pending: null });
    // Nothing is carried out before it was queued twice.
    await setReachable(engineDir, false);
    for (const _time of [1, 2]) expect(await suspendFor(id, 'payment')).toMatchObject({ pending: 'suspend' });
    expect(await openCauses(id)).toEqual(['payment']);
    expect(await lift(id, 'staff')).toMatchObject({ pending: 'suspend' });
    for (const _time of [1, 2]) expect(await lift(id, 'payment')).toMatchObject({ pending: 'unsuspend' });
    expect(await openCauses(id)).toEqual([]);
    await setReachable(engineDir, true);
    server.clock.advance(HOUR);
    await untilIdle(id);
    expect(await show(id)).toMatchObject({ status: 'running' });
  });

  it('concurrently leaves the VPS as the open causes require', async () => {
    const { id } = await make();
    const causes = ['payment', 'abuse', 'legal', 'staff'] as const;
    await Promise.all(causes.map((cause) => suspendFor(id, cause)));
    await Promise.all([...causes.slice(1).map((cause) => lift(id, cause)), suspendFor(id, 'payment')]);
    expect(await openCauses(id)).toEqual(['payment']);
    await untilIdle(id);
    expect(await show(id)).toMatchObject({ status: 'suspended', suspension_reason: 'Why.' });
    expect(await inspect(id)).toMatchObject({ status: 'stopped' });
  });

  it('is refused for a terminated VPS, whose open causes are closed', async () => {
    const { id } = await make();
    await server.finish(suspend(id, 'legal'));
    await server.finish(server.operator.hosting.terminate({ id }));
    expect(await openCauses(id)).toEqual([]);
    await expect(suspendFor(id, 'payment')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await lift(id, 'legal')).toMatchObject({ status: 'terminated' });
  });
});

describe('a suspension while the engine is unreachable or refuses', () => {
  it('waits however long, and blocks a restart meanwhile', async () => {
    const { id } = await make();
    await setReachable(engineDir, false);
    const { action_id } = await suspend(id, 'payment');
    for (const tries of [1, 2]) {
      await until(async () => ((await server.hostler.db.read(TRIES.one({})))?.tries ?? 0) >= tries);
      server.clock.advance(HOUR);
    }
    expect((await server.post('/hosting/restart', account.live, { id })).status).toBe(409);
    await setReachable(engineDir, true);
    server.clock.advance(HOUR);
    expect(await follow(action_id)).toMatchObject({ status: 'succeeded' });
    expect(await show(id)).toMatchObject({ status: 'suspended' });
  });

  it('can be lifted before it is carried out, and the VPS is running', async () => {
    const { id } = await make();
    await setReachable(engineDir, false);
    const [first, second] = [await suspend(id, 'payment'), await suspend(id, 'staff')];
    expect(second.action_id).toBeNull();
    expect(await unsuspend(id, 'payment')).toMatchObject({ action_id: null });
    const lifted = await unsuspend(id, 'staff');
    await setReachable(engineDir, true);
    server.clock.advance(HOUR);
    for (const { action_id } of [first, lifted]) expect(await follow(action_id)).toMatchObject({ status: 'succeeded' });
    expect(await show(id)).toMatchObject({ status: 'running', suspended_at: null, suspension_reason: null });
    expect(await inspect(id)).toMatchObject({ status: 'running' });
  });

  it('is retried by the upkeep if the engine refuses it, and blocks a start meanwhile', async () => {
    const { id } = await make();
    await server.finish(server.operator.hosting.stop({ id }));
    await refuse('stop', id);
    expect(await follow((await suspend(id, 'abuse')).action_id)).toMatchObject({ status: 'failed' });
    expect((await server.post('/hosting/start', account.live, { id })).status).toBe(409);
    await settle(id);
    expect(await show(id)).toMatchObject({ status: 'suspended', suspension_reason: 'For abuse.' });
  });

  it('is lifted by the upkeep if the engine refuses to start the VPS', async () => {
    const { id } = await make();
    await server.finish(suspend(id, 'payment'));
    await refuse('start', id);
    expect(await follow((await unsuspend(id, 'payment')).action_id)).toMatchObject({ status: 'failed' });
    await settle(id);
    expect(await show(id)).toMatchObject({ status: 'running', suspended_at: null });
  });
});

describe('a suspension by an older version', () => {
  const forget = sql<{ id: number }>('delete from hosting_suspensions where hosting_id = :id');

  it('gets a row with cause staff in the migration', async () => {
    const { id } = await make();
    await server.finish(suspend(id, 'payment', 'Unpaid.'));
    await server.hostler.db.write(() => forget.run({ id }));
    const script = migrations.find((migration) => migration.id === 'hosting-007')?.script ?? '';
    const insertion = script
      .slice(script.indexOf('insert into hosting_suspensions'))
      .replace('where status', `where id = ${id} and status`);
    await server.hostler.db.write(() => runScript(insertion));
    expect(await server.hostler.db.read(servers.listSuspensions(account.id, id))).toMatchObject([
      { cause: 'staff', reason: 'Unpaid.' },
    ]);
  });

  it('without a row stays until staff lift it', async () => {
    const { id } = await make();
    await server.finish(suspend(id, 'staff'));
    await server.hostler.db.write(() => forget.run({ id }));
    await settle(id);
    await expect(unsuspend(id, 'payment')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await show(id)).toMatchObject({ status: 'suspended' });
    expect(await server.finish(unsuspend(id, 'staff'))).toMatchObject({ status: 'running' });
  });
});
