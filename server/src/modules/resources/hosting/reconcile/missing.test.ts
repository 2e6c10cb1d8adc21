import { join } from 'node:path';
import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setReachable } from '#engines/simulation/faults.ts';
import type { VpsDriver } from '#engines/vps/driver.ts';
import { createSimulatedVps } from '#engines/vps/simulated.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { writeMissing } from './letters.ts';
import { createMissingReport } from './operator-service.ts';

let server: TestServer;
let account: TestAccount;
let engineDir: string;
/** Changes machines by hand, as with the engine's own tool. */
let byHand: VpsDriver;

beforeEach(async () => {
  server = await startTestServer({ byHand: ['hosting.reconcile'] });
  account = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
  byHand = createSimulatedVps({ dir: engineDir });
  const staff = ['--email', 'night@example.net', '--role', 'technician', '--password', 'correct horse battery'];
  await server.run('operator create', ...staff);
});
afterEach(() => server.stop());

const nameOf = (id: number) => `vps-${id}`;
const reconcile = () => server.runUpkeep('hosting.reconcile');
const create = (hostname = 'shop.example.com') =>
  server.finish(server.operator.hosting.create({ account_id: account.id, hostname }));
const show = async (id: number) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;

const MAILS = sql<object, { recipient: string }>(
  `select recipient from mails where kind = 'machines-missing' order by id`,
);
const mails = async () => (await server.hostler.db.read(MAILS.all({}))).length;
const metric = async () =>
  Number(/^hostler_machines_missing (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]);

async function doctor() {
  const found = await server.hostler.checks.find(({ name }) => name === 'machines')?.check(1_000);
  return { detail: found?.detail ?? '', advice: found?.advice ?? null };
}

describe('a machine that disappears from the engine', () => {
  it('is reported within one pass by doctor, one mail to staff and a metric', async () => {
    const [gone, kept] = [await create('gone.example.com'), await create('kept.example.com')];
    expect(await doctor()).toEqual({ detail: 'No machine is missing on the engine.', advice: null });
    await byHand.destroy(nameOf(gone.id));
    await reconcile();
    expect(await mails()).toBe(1);
    const { detail, advice } = await doctor();
    expect(detail).toContain(`vps-${gone.id} (gone.example.com) of account ${account.id} since 20`);
    expect(detail).not.toContain(`vps-${kept.id} `);
    expect(advice).toMatch(`hostler hosting terminate --id ${gone.id}`);
    expect(await metric()).toBe(1);
    await reconcile();
    expect(await mails()).toBe(1);
  });

  it('is reported in one mail with all others of the pass', async () => {
    const ids = [(await create()).id, (await create()).id, (await create()).id];
    for (const id of ids) await byHand.destroy(nameOf(id));
    await reconcile();
    expect(await mails()).toBe(1);
    expect((await doctor()).detail.match(/vps-\d+/g)).toHaveLength(3);
  });

  it('is no longer reported once it is back, and is reported again if it disappears again', async () => {
    const { id } = await create();
    await byHand.stop(nameOf(id));
    await byHand.adopt(nameOf(id), `borrowed-${id}`);
    await reconcile();
    await byHand.adopt(`borrowed-${id}`, nameOf(id));
    await reconcile();
    expect((await doctor()).advice).toBeNull();
    expect(await mails()).toBe(1);
    await byHand.destroy(nameOf(id));
    await reconcile();
    expect(await mails()).toBe(2);
    expect((await doctor()).detail).toContain(nameOf(id));
  });

  it('is no longer reported once its server is restored or terminated', async () => {
    const [restored, ended] = [await create(), await create()];
    const backup = await server.post('/backups', account.live, {
      hosting_id: restored.id,
    });
    await server.endOf(backup.body.data.action_id, account.live);
    for (const { id } of [restored, ended]) await byHand.destroy(nameOf(id));
    await reconcile();
    const { body } = await server.post('/backups/restore', account.live, {
      id: backup.body.data.id,
    });
    await server.endOf(body.data.action_id, account.live);
    expect((await doctor()).detail).not.toContain(`vps-${restored.id} `);
    await server.finish(server.operator.hosting.terminate({ id: ended.id }));
    expect((await doctor()).advice).toBeNull();
    await reconcile();
    expect(await mails()).toBe(1);
  });

  it('is also reported for a suspended server, which stays suspended', async () => {
    const { id } = await create();
    await server.finish(server.operator.hosting.suspend({ id }));
    await byHand.destroy(nameOf(id));
    await reconcile();
    await reconcile();
    expect(await show(id)).toMatchObject({ status: 'suspended' });
    expect((await doctor()).detail).toContain(nameOf(id));
    expect(await mails()).toBe(1);
  });

  it('is mailed once, even if several processes report it concurrently', async () => {
    const { id } = await create();
    await byHand.destroy(nameOf(id));
    const { db } = server.hostler;
    const noted = sql<{ id: number }>("update hosting set status = 'error', missing_since = 1 where id = :id");
    await db.write(() => noted.run({ id }));
    const letters: Letter[] = [];
    const staffMail = {
      *toStaff({ letter }: { letter: Letter }) {
        yield* MAILS.all({});
        letters.push(letter);
      },
      *toSeller() {},
    };
    const reports = Array.from({ length: 4 }, () => createMissingReport({ db, staffMail })(server.clock.now()));
    expect((await Promise.all(reports)).flat()).toMatchObject([{ id }]);
    expect(letters).toHaveLength(1);
  });

  it('is mailed in the next hour if 10 mails were already sent', async () => {
    server.clock.standStill();
    const ids: number[] = [];
    for (let count = 0; count < 12; count++) ids.push((await create()).id);
    for (const id of ids) {
      await byHand.destroy(nameOf(id));
      server.clock.advance(MINUTE);
      await reconcile();
    }
    expect(await mails()).toBe(10);
    server.clock.advance(HOUR);
    await reconcile();
    expect(await mails()).toBe(11);
    await reconcile();
    expect(await mails()).toBe(11);
  });
});

describe('an engine that is unreachable', () => {
  it('reports no machine as missing', async () => {
    const { id } = await create();
    await setReachable(engineDir, false);
    await reconcile();
    await setReachable(engineDir, true);
    expect((await doctor()).advice).toBeNull();
    expect(await show(id)).toMatchObject({ status: 'running' });
    expect([await mails(), await metric()]).toEqual([0, 0]);
  });
});

it('names 50 machines in the mail and counts the others', () => {
  const found = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    account_id: 7,
    hostname: `web${index}.example.com`,
    missing_since: 0,
  }));
  const { subject, facts = [] } = writeMissing(found, 70);
  expect(subject).toBe('60 machines are missing on the engine');
  expect(facts).toHaveLength(52);
  expect(facts.slice(-2)).toEqual([
    ['Not named here', '10'],
    ['Missing in total', '70'],
  ]);
});
