import type { PanelApi } from '@hostler/testing/api-types.ts';
import { type Panel, peopleOf } from '@hostler/testing/server/panel.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let accountId: number;
let owner: Panel;
let key: string;

const search = async (panel: Panel, text: string, account = accountId) =>
  panel.get<PanelApi.FoundRecords>(`/search?account_id=${account}&q=${encodeURIComponent(text)}`);
const titles = async (text: string, panel = owner) =>
  (await search(panel, text)).body.data.found.map(({ type, title }) => [type, title]);

beforeAll(async () => {
  server = await startTestServer();
  const jo = await peopleOf(server).owner('jo@needle.example');
  ({ accountId, panel: owner } = jo);
  key = (await server.createKey(accountId, 'live', { name: 'Needle deploy' })).key;
  return server.stop;
});

describe('a search in the panel', () => {
  it('finds a server by its IPv4 and IPv6 address, also in another notation, and no former address', async () => {
    const { id } = await server.finish(
      server.operator.hosting.create({ account_id: accountId, hostname: 'web.needle.test' }),
    );
    const [row] = await server.operator.hosting.list({ account_id: accountId });
    const [v4 = '', v6 = ''] = [row?.ipv4[0], row?.ipv6[0]];
    expect((await search(owner, v4)).body.data.found).toContainEqual(
      expect.objectContaining({ type: 'address', title: v4, subtitle: 'web.needle.test', server_id: id }),
    );
    expect(await titles(v6.toUpperCase())).toEqual([['address', v6]]);
    expect(await titles(v4.slice(0, -1))).toContainEqual(['address', v4]);
    await server.finish(server.operator.hosting.terminate({ id }));
    expect(await titles(v6)).toEqual([]);
  });

  it('finds people, keys, a ticket by its number, and a request by its id', async () => {
    expect(await titles('nEEdle')).toEqual([
      ['person', expect.any(String)],
      ['key', 'Needle deploy'],
    ]);
    expect(await titles(key.slice(-4))).toContainEqual(['key', 'Needle deploy']);
    const { body } = await server.post(
      '/tickets',
      key,
      { subject: 'Help', message: 'x' },
      { 'x-request-id': 'req-77' },
    );
    expect(await titles(`#${body.success ? body.data.id : 0}`)).toEqual([['ticket', 'Help']]);
    await until(async () => (await titles('req-77')).length > 0);
    expect(await titles('req-77')).toEqual([['request', 'POST /api/v1/tickets']]);
    expect(await titles('req-7')).toEqual([]);
  });

  it('leaves out records that the person may not read, and keys of others', async () => {
    const people = peopleOf(server);
    const reader = await people.member(accountId, { scopes: 'tickets.read', email: 'reader@example.com' });
    expect(await titles('needle', reader.panel)).toEqual([]);
    const maker = await people.member(accountId, { scopes: 'tickets.read', rights: 'keys', email: 'a@example.com' });
    expect(await titles('needle', maker.panel)).toEqual([]);
    const own = { account_id: accountId, name: 'Own pin', environment: 'test', scopes: ['tickets.read'] };
    await maker.panel.post('/keys', own);
    expect(await titles('pin', maker.panel)).toEqual([['key', 'Own pin']]);
  });

  it('never finds records of another account', async () => {
    const other = await peopleOf(server).owner('other@example.com');
    expect((await search(other.panel, 'needle')).status).toBe(404);
    expect((await search(other.panel, 'needle', other.accountId)).body.data.found).toEqual([]);
    expect((await search(other.panel, '1', other.accountId)).body.data.found).toEqual([]);
    expect((await search(other.panel, 'req-77', other.accountId)).body.data.found).toEqual([]);
  });

  it('takes special characters literally, and refuses texts that are empty or too long', async () => {
    expect(await titles('%')).toEqual([]);
    expect(await titles('n_edle')).toEqual([]);
    expect((await search(owner, '')).status).toBe(400);
    expect((await search(owner, 'x'.repeat(201))).status).toBe(400);
  });
});
