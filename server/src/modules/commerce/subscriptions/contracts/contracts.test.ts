import { sql } from '@hostler/database';
import type { Subscription } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkSizes } from './operator-service.ts';

interface Result {
  action_id: number | null;
  subscription: string;
}

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  const { plans } = server.operator;
  await plans.create({ name: 'S', price: 1000, vcpus: 1, disk_gb: 20 });
  await plans.create({ name: 'M', price: 2000, vcpus: 2, disk_gb: 20 });
  // Staff may choose what customers do not see.
  await server.run('plan hide', '--id', 'M');
  await plans.create({ name: 'H', price: 2, billing_period: 'hourly', disk_gb: 20 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  account = await server.createAccount();
});

const show = async (id: number) => (await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data;
const sizeOf = async (id: number | null) => (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
async function buy(plan: string) {
  const order = { account_id: account.id, plan, hostname: 'shop.example.com' };
  const { id } = await server.operator.subscriptions.create(order);
  const isActive = ({ status }: Subscription) => status === 'active';
  return server.until(`/subscriptions/show?id=${id}`, account.live, isActive);
}
const resize = (id: number | null, plan: string, ...more: string[]) =>
  server.run<Result>('hosting resize', '--id', Number(id), '--plan', plan, ...more, '--wait');
const terminate = (id: number | null, ...more: string[]) =>
  server.run<Result>('hosting terminate', '--id', Number(id), ...more, '--wait');
const readSizes = () => checkSizes(server.hostler.db).check(60_000);
const AUDITED = sql<{ account_id: number }, { record_label: string }>(
  `select record_label from audit_entries where account_id = :account_id and action like 'hosting%resize'`,
);

describe('hosting resize', () => {
  it('changes the plan of the subscription, prorated, together with the size', async () => {
    const { id, hosting_id } = await buy('S');
    const changed = await resize(hosting_id, 'M');
    expect(changed.subscription).toMatch(`Subscription ${id} (S (shop.example.com)) has the plan M now. Invoice INV-`);
    expect(await show(id)).toMatchObject({ plan: 'M', price: 2000 });
    expect(await sizeOf(hosting_id)).toMatchObject({ plan: 'M', vcpus: 2 });
    const later = await resize(hosting_id, 'S');
    expect(later).toMatchObject({ action_id: null, subscription: expect.stringContaining('The size follows then.') });
    expect(await show(id)).toMatchObject({ plan: 'M', next_plan: { plan: 'S' } });
  });

  it('with --size-only requires a reason, which doctor shows and the audit log keeps', async () => {
    const { id, hosting_id } = await buy('S');
    await expect(resize(hosting_id, 'M', '--size-only')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(resize(hosting_id, 'M', '--reason', 'x')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await sizeOf(hosting_id)).toMatchObject({ vcpus: 1 });
    const changed = await resize(hosting_id, 'M', '--size-only', '--reason', 'A gift for the delay.');
    expect(changed.subscription).toContain('keeps the plan S');
    expect(await show(id)).toMatchObject({ plan: 'S', price: 1000 });
    expect(await sizeOf(hosting_id)).toMatchObject({ plan: 'S', vcpus: 2 });
    const { detail, advice } = await readSizes();
    expect([detail, advice]).toEqual([expect.stringContaining('reason: A gift for the delay.'), null]);
    expect(await server.hostler.db.read(AUDITED.all({ account_id: account.id }))).toContainEqual({
      record_label: 'shop.example.com: A gift for the delay.',
    });
    const back = await resize(hosting_id, 'S');
    expect(back.subscription).toContain('keeps the plan S');
    expect(await sizeOf(hosting_id)).toMatchObject({ vcpus: 1 });
    expect((await readSizes()).detail).toBe('Every server has the size of its plan.');
  });

  it('without a subscription changes the size, and says that no subscription pays for the VPS', async () => {
    const { id } = await server.finish(
      server.operator.hosting.create({ account_id: account.id, hostname: 'own.example.com', plan: 'S' }),
    );
    expect((await resize(id, 'M')).subscription).toBe('No subscription pays for this server.');
    expect(await sizeOf(id)).toMatchObject({ plan: 'M', vcpus: 2 });
  });

  it('is advised by doctor if the size of a server differs from its plan without a reason', async () => {
    const { hosting_id } = await buy('S');
    await server.hostler.db.write(() => GROW.run({ id: Number(hosting_id) }));
    const { detail, advice } = await readSizes();
    expect(detail).toContain(`VPS ${hosting_id} shop.example.com has 3 vCPUs`);
    expect(advice).toContain(`hostler hosting resize --id ${hosting_id} --plan "S"`);
    await resize(hosting_id, 'S');
  });
});
const GROW = sql<{ id: number }>('update hosting set vcpus = 3 where id = :id');

describe('hosting terminate', () => {
  it('cancels the subscription, and says when it ends', async () => {
    const { id, hosting_id, current_period_end } = await buy('S');
    expect((await terminate(hosting_id)).subscription).toContain(`ends at ${current_period_end}`);
    expect(await show(id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    const hourly = await buy('H');
    expect((await terminate(hourly.hosting_id)).subscription).toContain('ends when the VPS is gone');
    expect(await show(hourly.id)).toMatchObject({ status: 'cancelled' });
  });

  it('keeps the subscription with --keep-subscription', async () => {
    const { id, hosting_id } = await buy('S');
    expect((await terminate(hosting_id, '--keep-subscription')).subscription).toContain('goes on without a VPS');
    expect(await sizeOf(hosting_id)).toMatchObject({ status: 'terminated' });
    expect(await show(id)).toMatchObject({ status: 'active', cancel_at_period_end: false, hosting_id: null });
  });
});
