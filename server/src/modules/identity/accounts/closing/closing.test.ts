import { sql } from '@hostler/database';
import { PASSWORD_HASH } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
const MAILS = sql<{ recipient: string }, { kind: string }>(
  'select kind from mails where recipient = :recipient order by id',
);

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_TAX_SMALL_BUSINESS: 'on' } });
  await server.operator.plans.create({ name: 'S', price: 900 });
});
afterAll(() => server.stop());

let count = 0;
async function createCustomer() {
  const email = `closing${++count}@example.com`;
  const { id } = await server.operator.accounts.create({
    name: `Customer ${count}`,
    email,
    password_hash: PASSWORD_HASH,
  });
  return { id, email };
}
const close = (id: number, ...more: string[]) => server.run('account close', '--id', id, ...more);
const show = (id: number) => server.run<{ status: string; suspensions: object[] }>('account show', '--id', id);
const mailsTo = async (recipient: string) =>
  (await server.hostler.db.read(MAILS.all({ recipient }))).map(({ kind }) => kind);

describe('account close', () => {
  it('closes an account once, with a mail to its owners', async () => {
    const { id, email } = await createCustomer();
    expect(await close(id, '--reason', 'You asked for it')).toMatchObject({ id, cancelled_subscriptions: 0 });
    expect(await show(id)).toMatchObject({
      status: 'closed',
      suspensions: [{ cause: 'staff', reason: 'You asked for it.', with_mail: true, with_dns: true }],
    });
    expect(await mailsTo(email)).toEqual(['account-closed']);
    await expect(close(id)).rejects.toMatchObject({ code: 'CONFLICT', message: 'This account is closed already.' });
    expect(await server.operator.accounts.list({ status: 'closed' })).toContainEqual(expect.objectContaining({ id }));
    expect(await server.operator.accounts.list({ status: 'suspended' })).toEqual([]);
    await expect(close(999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses an account that owes money, and changes nothing', async () => {
    const { id, email } = await createCustomer();
    await server.operator.charges.add({ account_id: id, description: 'Work', amount: 1_234, currency: 'EUR' });
    const [invoice] = await server.operator.invoices.issue({ account_id: id });
    await expect(close(id, '--cancel-services')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('owes €12.34'),
    });
    expect(await show(id)).toMatchObject({ status: 'active', suspensions: [] });
    expect(await mailsTo(email)).not.toContain('account-closed');
    await server.operator.payments.create({ invoice_id: invoice?.id ?? 0 });
    expect(await close(id)).toMatchObject({ id });
  });

  it('refuses an account with services, or cancels and switches them off', async () => {
    const { id } = await createCustomer();
    const sold = await server.operator.subscriptions.create({ account_id: id, plan: 'S', hostname: 'web.example.com' });
    await server.operator.payments.create({ invoice_id: sold.invoice?.id ?? 0 });
    await expect(close(id)).rejects.toMatchObject({
      message: expect.stringContaining('still has 1 server, 1 subscription'),
    });
    await expect.poll(async () => (await server.operator.subscriptions.show({ id: sold.id })).status).toBe('active');
    expect(await close(id, '--cancel-services')).toMatchObject({ cancelled_subscriptions: 1 });
    expect(await server.operator.subscriptions.show({ id: sold.id })).toMatchObject({ status: 'cancelled' });
    await expect
      .poll(async () => (await server.operator.hosting.list({ account_id: id })).map(({ status }) => status))
      .toEqual(['suspended']);
  });

  it('is reversed by account resume, except for the subscriptions', async () => {
    const { id } = await createCustomer();
    await close(id);
    await server.run('account resume', '--account', id);
    expect(await show(id)).toMatchObject({ status: 'active', suspensions: [] });
    expect(await close(id)).toMatchObject({ id });
  });

  it('replaces a suspension by staff, and keeps others', async () => {
    const { id } = await createCustomer();
    for (const cause of ['staff', 'abuse'] as const) {
      await server.operator.accounts.suspend({ account_id: id, cause, reason: 'Spam.' });
    }
    await close(id);
    expect((await show(id)).suspensions).toMatchObject([{ cause: 'abuse' }, { cause: 'staff', with_mail: true }]);
    await server.run('account resume', '--account', id, '--cause', 'abuse');
    expect(await show(id)).toMatchObject({ status: 'closed' });
  });
});

describe('the operator API', () => {
  it('lets only owners close and export an account', async () => {
    const [owner, billing] = [await signInStaff(server, 'owner'), await signInStaff(server, 'billing')];
    const { id } = await createCustomer();
    for (const path of ['close', 'export']) {
      expect((await billing.post(`/accounts/${path}?id=${id}`)).status).toBe(403);
    }
    const { status, body } = await owner.post<{ name: string; content: string; size_bytes: number }>(
      `/accounts/export?id=${id}`,
    );
    expect(status).toBe(200);
    const bytes = Buffer.from(body.data.content, 'base64');
    expect(body.data).toMatchObject({ name: `customer-${id}.zip`, size_bytes: bytes.length });
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes('subscriptions.json')).toBe(true);
    expect((await owner.post('/accounts/export?id=999999')).status).toBe(404);
    const entries = await server.run<{ action: string; account_id: number }[]>('audit list', '--account', id);
    expect(entries.map(({ action }) => action)).toContain('accounts.export');
    const results = await Promise.all([owner.post(`/accounts/close?id=${id}`), owner.post(`/accounts/close?id=${id}`)]);
    expect(results.map((result) => result.status).sort()).toEqual([200, 409]);
  });
});
