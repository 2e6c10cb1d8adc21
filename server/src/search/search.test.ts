import { runScript, type Step } from '@hostler/database';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import Sqlite from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_KINDS } from './kinds.ts';
import { MOST_FOUND, type SearchResult } from './operator-service.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  return server.stop;
});

const find = (text: string) => server.run<SearchResult[]>('find', '--text', text);
const types = async (text: string) => (await find(text)).map(({ type, title }) => [type, title]);

describe('a search', () => {
  it('finds each type of record by a part of its text, with its account and URL', async () => {
    const { id } = await server.finish(
      server.operator.hosting.create({ account_id: account.id, hostname: 'shop.needle.test' }),
    );
    await server.post('/domains', account.live, { domain: 'needle.example' });
    await server.operator.accounts.create({ name: 'Needle Ltd', email: 'sew@haystack.example', owner_name: 'Ned' });
    await server.operator.payments.record({
      account_id: account.id,
      amount: 5,
      currency: 'EUR',
      reference: 'RF-Needle-9',
    });
    const ticket = { subject: 'Where is my NEEDLE?', message: 'x' };
    const { body } = await server.post('/tickets', account.live, ticket);
    expect(await types('nEEdle')).toEqual([
      ['account', 'Needle Ltd'],
      ['hosting', 'shop.needle.test'],
      ['domain', 'needle.example'],
      ['payment', 'RF-Needle-9'],
      ['ticket', 'Where is my NEEDLE?'],
    ]);
    const hosting = (await find('shop.needle')).find(({ type }) => type === 'hosting');
    expect(hosting).toMatchObject({ id, account_id: account.id, url: `/operator/servers/${id}` });
    expect(hosting?.account_name).toEqual(expect.any(String));
    const byId = await find(`#${body.success ? body.data.id : 0}`);
    expect(byId).toContainEqual(expect.objectContaining({ type: 'ticket', title: 'Where is my NEEDLE?' }));
  });

  it('finds a former address, even in another notation', async () => {
    const { id } = await server.finish(server.operator.hosting.create({ account_id: account.id, hostname: 'b.test' }));
    const [row] = await server.operator.hosting.list({ account_id: account.id });
    const address = row?.ipv6[0] ?? '';
    await server.finish(server.operator.hosting.terminate({ id }));
    const found = await find(address.toUpperCase());
    expect(found).toContainEqual(
      expect.objectContaining({ type: 'address', title: address, subtitle: 'b.test (former)' }),
    );
  });

  it('shows a limited number of each type, and an exact match first', async () => {
    await server.hostler.db.write(() =>
      runScript(
        `insert into invoices (account_id, number, status, currency, subtotal, tax, total, amount_paid, items, search_text,
           issued_at, due_at)
         with recursive n (i) as (select 1 union all select i + 1 from n where i < 300)
         select ${account.id}, 'ZZ-' || i, 'paid', 'EUR', 1, 0, 1, 1, '[]', 'x', 1, 1 from n`,
      ),
    );
    const found = await find('zz-2');
    expect(found).toHaveLength(MOST_FOUND);
    expect(found[0]).toMatchObject({ type: 'invoice', title: 'ZZ-2' });
    expect(found[1]).toMatchObject({ type: 'invoice', title: 'ZZ-299' });
  });

  it('finds an old payment by its whole reference', async () => {
    await server.hostler.db.write(() =>
      runScript(
        `insert into payments (account_id, amount, currency, method, status, reference, search_text, created_at)
         with recursive n (i) as (select 1 union all select i + 1 from n where i < 10020)
         select ${account.id}, 1, 'EUR', 'card', 'succeeded', 'Pay_' || i, 'x', 1 from n`,
      ),
    );
    const found = await find('Pay_7');
    expect(found[0]).toMatchObject({ type: 'payment', title: 'Pay_7' });
    expect(found[1]).toMatchObject({ type: 'payment', title: 'Pay_7999' });
  });

  it('refuses a text that is too short or too long', async () => {
    await expect(find('a')).rejects.toMatchObject({ details: [{ field: '--text' }] });
    await expect(find('a'.repeat(201))).rejects.toMatchObject({ details: [{ field: '--text' }] });
  });

  it.skipIf(runsOnPostgres)('finds exact numbers and addresses with an index', async () => {
    const exact = { given: 'x', text: 'x', capitals: 'X', address: 'x', id: 1, limit: 1 };
    const database = new Sqlite(`${server.hostler.config.dataDir}/hostler.db`, { readonly: true });
    for (const { type, exact: query } of SEARCH_KINDS) {
      if (!query) continue;
      const { statement } = query.all(exact).next().value as Extract<Step, { statement: object }>;
      const explained = database.prepare(`explain query plan ${statement.text.replace(/\$\d+/g, "'1'")}`).all();
      const scans = (explained as { detail: string }[]).filter(({ detail }) => /^SCAN t\b/.test(detail));
      expect([type, scans]).toEqual([type, []]);
    }
    database.close();
  });
});
