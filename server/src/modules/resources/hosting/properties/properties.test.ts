import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  await server.operator.plans.create({ name: 'Base', price: 0 });
});
afterAll(() => server.stop());

const make = async (owner = account) =>
  (await server.finish(server.operator.hosting.create({ account_id: owner.id, hostname: 'a.example.com' }))).id;
const update = (id: number, body: object, key = account.live) => server.post('/hosting/update', key, { id, ...body });
const list = async (query: string, key = account.live) => (await server.get(`/hosting?${query}`, key)).body;
const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);

describe('a VPS', () => {
  it('has a label, tags and a note, which can be changed one by one and removed', async () => {
    const id = await make();
    const first = await update(id, { label: ' Shop ', tags: ['Shop', 'env:prod', 'shop '], note: 'Runs the\nshop.' });
    expect([first.status, first.body.data]).toMatchObject([
      200,
      { label: 'Shop', tags: ['env:prod', 'shop'], note: 'Runs the\nshop.', protected: false },
    ]);
    const second = await update(id, { note: null });
    expect(second.body.data).toMatchObject({ label: 'Shop', tags: ['env:prod', 'shop'], note: null });
    expect(await ids('search=shop')).toContain(id);
    await update(id, { label: '', tags: [] });
    expect((await server.get(`/hosting/show?id=${id}`, account.live)).body.data).toMatchObject({
      label: null,
      tags: [],
    });
    expect(await ids('search=shop')).not.toContain(id);
  });

  it('has the same record alone, in a list, in a search and by its tag', async () => {
    const id = await make();
    await update(id, { label: 'Twin', tags: ['alike', 'twin'], note: 'A note.', protected: true });
    const record = (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
    expect(record).toMatchObject({ tags: ['alike', 'twin'], protected: true, status: 'running' });
    expect(record.ipv4).toHaveLength(1);
    for (const query of ['per_page=1', 'search=twin', 'tag=twin']) expect((await list(query)).data).toEqual([record]);
    await server.run('hosting suspend', '--id', id, '--reason', 'Unpaid invoice', '--wait');
    const suspended = (await server.get(`/hosting/show?id=${id}`, account.live)).body.data;
    expect(suspended).toMatchObject({ suspension_reason: expect.any(String), suspended_at: expect.any(String) });
    expect((await list('tag=twin')).data).toEqual([suspended]);
  });

  it('is found by tag, with totals and pages, and only in its own account', async () => {
    const [one, two, three] = [await make(), await make(), await make()];
    for (const id of [one, two]) await update(id, { tags: ['blue', 'team'] });
    await update(three, { tags: ['team'] });
    const stranger = await server.createAccount();
    const foreign = await make(stranger);
    await update(foreign, { tags: ['blue'] }, stranger.live);
    expect(await ids('tag=blue')).toEqual([two, one]);
    expect(await ids('tag=BLUE&sort=asc&per_page=1&page=2')).toEqual([two]);
    expect(await list('tag=team&per_page=2')).toMatchObject({ meta: { total: 3, last_page: 2 } });
    expect((await list('tag=team&per_page=2')).links.next).toContain('tag=team');
    expect(await ids('tag=team&status=stopped')).toEqual([]);
    expect(await ids('tag=team&search=a.example')).toEqual([three, two, one]);
    expect(await ids('tag=blu')).toEqual([]);
    await update(one, { tags: ['team'] });
    expect(await ids('tag=blue')).toEqual([two]);
    expect((await update(foreign, { tags: [] })).status).toBe(404);
  });

  it('refuses too many, too long or odd tags, and a note that is too long, and names the field', async () => {
    const id = await make();
    for (const [body, field] of [
      [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags'],
      [{ tags: ['fine', 'not fine'] }, 'tags[1]'],
      [{ tags: ['x'.repeat(41)] }, 'tags[0]'],
      [{ tags: ['ä'] }, 'tags[0]'],
      [{ note: 'x'.repeat(2_001) }, 'note'],
      [{ label: 'x'.repeat(101) }, 'label'],
      [{ label: 'two\nlines' }, 'label'],
      [{ protected: 'yes' }, 'protected'],
    ] as const) {
      const { status, body: answer } = await update(id, body);
      expect([body, status, answer.error.details?.[0]?.field]).toEqual([body, 422, field]);
    }
    expect((await server.get(`/hosting/show?id=${id}`, account.live)).body.data).toMatchObject({
      tags: [],
      note: null,
    });
  });

  it('keeps its tags while other work changes it, and cannot be changed once terminated', async () => {
    const id = await make();
    await update(id, { tags: ['kept'], protected: true });
    await server.finish(server.operator.hosting.stop({ id }));
    expect((await list('tag=kept')).data).toMatchObject([{ id, status: 'stopped', tags: ['kept'], protected: true }]);
    // Protection is against customers, not against staff.
    await server.finish(server.operator.hosting.terminate({ id }));
    expect((await update(id, { label: 'x' })).status).toBe(409);
  });
});

describe('protection', () => {
  async function order() {
    const sold = await server.operator.subscriptions.create({
      ...{ account_id: account.id, plan: 'Base', hostname: 'shop.example.com' },
    });
    const hosting_id = Number(sold.hosting_id);
    await server.until(`/hosting/show?id=${hosting_id}`, account.live, ({ status }) => status === 'running');
    return { id: sold.id, hosting_id };
  }
  const cancel = (id: number, immediately: boolean) =>
    server.post('/subscriptions/cancel', account.live, { id, immediately });

  it('refuses an immediate cancellation until it is turned off', async () => {
    const { id, hosting_id } = await order();
    await update(hosting_id, { protected: true });
    const refused = await cancel(id, true);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'The server shop.example.com is protected. Turn its protection off first, or cancel at the end of the period.',
    ]);
    expect((await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data.status).toBe('active');
    await update(hosting_id, { protected: false });
    expect((await cancel(id, true)).body.data.status).toBe('cancelled');
  });

  it('accepts a cancellation for the end of the period, which then takes effect', async () => {
    const { id, hosting_id } = await order();
    await update(hosting_id, { protected: true });
    const { status, body } = await cancel(id, false);
    expect([status, body.data.ends_at]).toEqual([200, expect.any(String)]);
    const at = Date.parse(body.data.ends_at ?? '') + 1_000;
    await server.hostler.db.write(() => server.hostler.customer.subscriptions.end(account.id, id, at));
    expect((await server.get(`/subscriptions/show?id=${id}`, account.live)).body.data.status).toBe('cancelled');
  });
});
