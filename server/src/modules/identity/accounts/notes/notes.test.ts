import type { OperatorApi } from '@hostler/testing/api-types.ts';
import { peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

describe('staff notes about a customer', () => {
  it('have an author and a time, and are removed by their author or an owner only', async () => {
    const { id } = await server.createAccount();
    const [author, other, owner] = [
      await signInStaff(server, 'support'),
      await signInStaff(server, 'technician'),
      await signInStaff(server, 'owner'),
    ];
    const add = async (text: string) =>
      (await author.post<OperatorApi.AccountNote>(`/accounts/notes?id=${id}`, { text })).body.data;
    const [first, second] = [await add('Calls after 4 pm.'), await add('Two\nlines.')];
    expect(second).toMatchObject({
      author_id: author.id,
      author_name: expect.stringMatching(/^Staff/),
      account_id: id,
    });
    const list = async () => (await other.get<OperatorApi.AccountNote[]>(`/accounts/notes?id=${id}`)).body;
    expect(await list()).toMatchObject({ data: [{ id: second.id }, { id: first.id }], meta: { total: 2 } });
    expect((await other.get<OperatorApi.AccountSummary>(`/accounts/show?id=${id}`)).body.data.notes).toBe(2);
    const remove = (who: typeof author, note: OperatorApi.AccountNote) =>
      who.post(`/accounts/notes/remove?id=${note.id}`);
    expect((await remove(other, first)).status).toBe(403);
    expect((await remove(author, first)).status).toBe(200);
    expect((await remove(author, first)).status).toBe(404);
    expect((await remove(owner, second)).status).toBe(200);
    expect((await list()).data).toEqual([]);
  });

  it('refuse an empty text and an unknown account', async () => {
    const { id } = await server.createAccount();
    const staff = await signInStaff(server, 'billing');
    expect((await staff.post(`/accounts/notes?id=${id}`, { text: '  ' })).status).toBe(422);
    expect((await staff.post('/accounts/notes?id=999999', { text: 'Hello' })).status).toBe(404);
    expect((await staff.get('/accounts/notes?id=999999')).status).toBe(404);
  });

  it('leave no trace in the audit log of the customer, but one in that of the company', async () => {
    const customer = await peopleOf(server).owner();
    const staff = await signInStaff(server, 'support');
    await staff.post(`/accounts/notes?id=${customer.accountId}`, { text: 'Secret remark' });
    await staff.post(`/accounts/tag?id=${customer.accountId}`, { add: ['late-payer'] });
    const seen = await customer.panel.get(`/audit?account_id=${customer.accountId}`);
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.body)).not.toMatch(/account (note|tag)|Secret remark|late-payer/);
    const { body } = await staff.get<OperatorApi.StaffAuditEntry[]>('/audit?per_page=2');
    const one = { record_type: 'account', record_id: customer.accountId, actor_id: staff.id, account_id: null };
    expect(body.data).toMatchObject([
      { action: 'account tag', ...one },
      { action: 'account note', ...one },
    ]);
  });
});

describe('tags of an account', () => {
  it('are in lower case, once each, and filter the list of accounts', async () => {
    const [{ id }, other] = [await server.createAccount(), await server.createAccount()];
    const staff = await signInStaff(server, 'technician');
    const change = (body: object) => staff.post<{ tags: string[] }>(`/accounts/tag?id=${id}`, body);
    expect((await change({ add: ['Blue', 'blue', 'Red'] })).body.data.tags).toEqual(['blue', 'red']);
    expect((await change({ add: ['green'], remove: ['red', 'unknown'] })).body.data.tags).toEqual(['blue', 'green']);
    await staff.post(`/accounts/tag?id=${other.id}`, { add: ['green'] });
    const filtered = await staff.get<{ id: number; tags: string[] }[]>('/accounts?tag=Blue');
    expect(filtered.body).toMatchObject({ data: [{ id, tags: ['blue', 'green'] }], meta: { total: 1 } });
    expect((await staff.get<OperatorApi.AccountSummary>(`/accounts/show?id=${id}`)).body.data.tags).toEqual([
      'blue',
      'green',
    ]);
    const used = await staff.get<{ tag: string; accounts: number }[]>('/accounts/tags');
    expect(used.body.data).toContainEqual({ tag: 'green', accounts: 2 });
  });

  it('are refused if they are malformed or too many', async () => {
    const { id } = await server.createAccount();
    const staff = await signInStaff(server, 'support');
    const add = (tags: string[]) => staff.post(`/accounts/tag?id=${id}`, { add: tags });
    expect((await add(['<b>'])).status).toBe(422);
    expect((await add(Array.from({ length: 21 }, (_, number) => `tag ${number}`))).status).toBe(422);
    expect((await staff.get<OperatorApi.AccountSummary>(`/accounts/show?id=${id}`)).body.data.tags).toEqual([]);
  });
});

describe('GET /accounts/show', () => {
  it('has no money for technicians', async () => {
    const { id } = await server.createAccount();
    const read = async (role: string) => {
      const { body } = await (await signInStaff(server, role)).get(`/accounts/show?id=${id}`);
      return ['billing', 'balance', 'next_charges'].filter((name) => name in body.data);
    };
    expect(await read('support')).toEqual(['billing', 'balance', 'next_charges']);
    expect(await read('technician')).toEqual([]);
  });
});
