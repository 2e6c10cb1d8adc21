import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failNext } from '#engines/simulation/faults.ts';

const SCRIPT = '#!/bin/sh\necho very-private > /root/note\n';

let server: TestServer;
let account: TestAccount;
let engineDir: string;

beforeAll(async () => {
  server = await startTestServer({ byHand: ['subscriptions.deliver'] });
  account = await server.createAccount();
  engineDir = join(server.dataDir, 'simulated', 'vps');
  await server.operator.plans.create({ name: 'Free', price: 0 });
  await server.operator.plans.create({ name: 'Paid', price: 500 });
});
afterAll(() => server.stop());

const order = (body: object) =>
  server.post('/subscriptions', account.live, { plan: 'Free', hostname: 'shop.example.com', ...body });
const serverOf = async (id: number) =>
  (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data.hosting_id ?? 0;
const untilRunning = (id: number) =>
  server.until(`/hosting/show?id=${id}`, account.live, ({ status }) => status === 'running');
/** Returns the user data that the machine got. */
const givenTo = async (id: number): Promise<string | undefined> =>
  JSON.parse(await readFile(join(engineDir, 'machines', `vps-${id}`, 'state.json'), 'utf8')).spec.userData;
const KEPT = sql<object, { text: string | null }>(
  `select sealed_user_data as text from hosting where sealed_user_data is not null
   union all select ordered from subscriptions where ordered is not null
   union all select input from actions where input like '%serData%'`,
);
const listKept = async () => (await server.hostler.db.read(KEPT.all({}))).map(({ text }) => text ?? '');

describe('user data of an order', () => {
  it('reaches the machine with the tags, is not returned, and is deleted once the server is created', async () => {
    const { status, body } = await order({ user_data: SCRIPT, tags: ['Web', 'eu'] });
    expect([status, JSON.stringify(body).includes('very-private')]).toEqual([201, false]);
    const id = await serverOf(body.data.id);
    const running = await untilRunning(id);
    expect(running).toMatchObject({ tags: ['eu', 'web'] });
    expect(JSON.stringify(running)).not.toContain('user_data');
    expect(await givenTo(id)).toBe(SCRIPT);
    expect((await server.get('/hosting?tag=web', account.live)).body.meta.total).toBe(1);
    await until(async () => (await listKept()).length === 0);
  });

  it('is stored encrypted until the order is paid, and used then', async () => {
    const { body } = await order({ plan: 'Paid', user_data: SCRIPT });
    const kept = await listKept();
    expect(kept).toHaveLength(1);
    expect(kept[0]).toContain('sealedUserData');
    expect(kept.join()).not.toContain('very-private');
    await server.operator.payments.create({ invoice_id: body.data.invoice?.id ?? 0 });
    const id = await until(async () => (await serverOf(body.data.id)) || undefined);
    await untilRunning(Number(id));
    expect(await givenTo(Number(id))).toBe(SCRIPT);
  });

  it('survives a failed creation and is used by the next attempt', async () => {
    await failNext(engineDir, { operation: 'create', code: 'refused', message: 'Full.', times: 1 });
    const { body } = await order({ user_data: SCRIPT });
    const id = await serverOf(body.data.id);
    const action = `/actions?search=hosting.create`;
    await until(async () => (await server.get(action, account.live)).body.data[0]?.status === 'failed');
    await server.run('subscription retry', '--id', body.data.id);
    await untilRunning(id);
    expect(await givenTo(id)).toBe(SCRIPT);
    await until(async () => (await listKept()).length === 0);
  });

  it('is refused with a sentence for an image that cannot run it, and if it is not valid', async () => {
    await server.operator.images.add({ slug: 'debian/13', cloud_init: false });
    const refused = await order({ user_data: SCRIPT });
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [
        {
          field: 'user_data',
          message: 'cannot be used: Debian 13 has no cloud-init. Choose another image.',
          reason: 'image_without_cloud_init',
          params: { image: 'Debian 13' },
        },
      ],
    ]);
    await server.operator.images.change({ slug: 'debian/13', cloud_init: true });
    expect((await order({ user_data: 'echo hello' })).body.error.details?.[0]?.field).toBe('user_data');
    expect((await order({ user_data: SCRIPT, tags: ['a b'] })).body.error.details?.[0]?.field).toBe('tags[0]');
    expect((await order({ user_data: `#!/bin/sh\n${'x'.repeat(32 * 1024)}` })).status).toBe(422);
  });
});
