import { sql } from '@hostler/database';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../operator-service.ts';

let server: TestServer;
const SET_SIZE = sql<{ account_id: number; id: number; size_bytes: number }>(
  'update databases set size_bytes = :size_bytes where account_id = :account_id and id = :id',
);

beforeAll(async () => {
  server = await startTestServer({ env: { HOSTLER_OPERATOR: 'Ada' }, byHand: ['databases.measure-sizes'] });
  return server.stop;
});

const suspend = (account: number, cause: string) =>
  server.run('account suspend', '--account', account, '--cause', cause, '--reason', 'Spam');
const show = (id: number) => server.run<Record<string, unknown>>('account show', '--id', id);

describe('account show', () => {
  it('shows status, contacts, counts, balance and limits', async () => {
    const options = ['--name', 'Shown Ltd', '--email', 'jo@shown.example', '--password', 'twelve letters'];
    const { id } = await server.run<{ id: number }>('account create', ...options);
    await server.finish(server.operator.hosting.create({ account_id: id, hostname: 'shown.example.com' }));
    await server.run('account credit', '--id', id, '--amount', 500, '--reason', 'Thanks');
    expect(await show(id)).toMatchObject({
      id,
      name: 'Shown Ltd',
      email: 'jo@shown.example',
      status: 'active',
      suspensions: [],
      contacts: [{ email: 'jo@shown.example', role: 'owner' }],
      counts: { servers: 1, domains: 0 },
      balance: { currency: 'EUR', credit: 500 },
      limits: { servers: expect.any(Number), databases: 100 },
    });
    await expect(show(999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('shows each open suspension with its cause, reason, time and the person who ran the command', async () => {
    const { id } = await server.createAccount();
    await suspend(id, 'abuse');
    await suspend(id, 'legal');
    const one = { reason: 'Spam.', since: expect.any(String), by: 'Ada', with_mail: false, with_dns: false };
    expect(await show(id)).toMatchObject({
      status: 'suspended',
      suspensions: [
        { cause: 'abuse', ...one },
        { cause: 'legal', ...one },
      ],
    });
    const [found] = await server.run<SearchResult[]>('find', '--text', `${id}`);
    expect(found).toMatchObject({ type: 'account', id });
    expect(found?.subtitle).toMatch(/@example\.com, suspended for abuse since \d{4}-\d\d-\d\dT/);
    await server.run('account resume', '--account', id, '--cause', 'abuse');
    await server.run('account resume', '--account', id);
    expect(await show(id)).toMatchObject({ status: 'active', suspensions: [] });
    expect((await server.run<SearchResult[]>('find', '--text', `${id}`))[0]?.subtitle).not.toContain('suspended');
  });
});

describe('databases of a suspended account', () => {
  it('are shown as closed, and afterwards with the access that their size allows', async () => {
    const account = await server.createAccount();
    const { live } = account;
    const create = async (name: string) => {
      const { body } = await server.post('/databases', live, { name, engine: 'postgresql' });
      await server.until('/databases', live, (rows) => rows.every(({ status }) => status === 'active'));
      return body.data.id;
    };
    const [small, large] = [await create('small'), await create('large')];
    const size_bytes = 11 * 1024 ** 3;
    await server.hostler.db.write(() => SET_SIZE.run({ account_id: account.id, id: large, size_bytes }));
    const read = async (id: number) => {
      const { databases } = server.hostler.customer;
      return (await server.hostler.db.read(databases.find(account.id, id))).access;
    };
    await suspend(account.id, 'abuse');
    expect([await read(small), await read(large)]).toEqual(['closed', 'closed']);
    await suspend(account.id, 'legal');
    await server.run('account resume', '--account', account.id, '--cause', 'abuse');
    expect([await read(small), await read(large)]).toEqual(['closed', 'closed']);
    await server.run('account resume', '--account', account.id);
    expect([await read(small), await read(large)]).toEqual(['full', 'read_only']);
    const { body } = await server.get('/databases', live);
    expect(body.data.find(({ id }) => id === small)?.access).toBe('full');
  });
});
