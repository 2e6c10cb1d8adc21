import { sql } from '@hostler/database';
import type { OperatorApi } from '@hostler/testing/api-types.ts';
import { startTestServer, type TestServer } from '@hostler/testing/server/server.ts';
import { signInStaff } from '@hostler/testing/server/staff.ts';
import { until } from '@hostler/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#kernel/time.ts';
import type { TodayNumber } from './schemas.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  return server.stop;
});

async function read(role: string): Promise<Map<string, TodayNumber>> {
  const staff = await signInStaff(server, role);
  const { body } = await staff.get<OperatorApi.Today>('/today');
  return new Map(body.data.numbers.map((number) => [number.key, number]));
}

const MANY_TICKETS = sql<{ account_id: number; until: number }>(
  `insert into tickets (account_id, subject, status, priority, department, search_text, created_at, updated_at)
   with recursive n (i) as (select 1 union all select i + 1 from n where i < :until)
   select :account_id, 'Many', 'open', 'normal', 'support', 'many', 0, 0 from n`,
);

describe('GET /today', () => {
  it('has only the numbers that a role may read', async () => {
    const others = new Set([
      'orders_to_review',
      'full_nodes',
      'servers_without_address',
      'servers_without_rules',
      'reverse_names_to_reset',
    ]);
    const keys = async (role: string) => [...(await read(role)).keys()].filter((key) => !others.has(key));
    const desk = ['sign_ups_waiting', 'tickets_waiting'];
    expect(await keys('support')).toEqual([...desk, 'overdue_invoices', 'failing_webhooks']);
    const money = ['overdue_invoices', 'unmatched_bank_lines', 'renewals_today', 'failed_billing'];
    expect(await keys('billing')).toEqual([...desk, ...money, 'failing_webhooks']);
    const machines = [
      ...['failed_backups', 'failed_actions', 'failed_mails', 'failed_deliveries'],
      ...['engines', 'failing_webhooks'],
    ];
    expect(await keys('technician')).toEqual([...desk, ...machines]);
    expect(await keys('owner')).toEqual(['setup_steps', ...desk, ...money, ...machines]);
  });

  it('counts tickets that wait for staff, overdue amounts by currency and renewals of today', async () => {
    const { id, live } = await server.createAccount();
    const before = await read('owner');
    await server.post('/tickets', live, { subject: 'Help', message: 'It is slow.' });
    await server.operator.charges.add({ account_id: id, description: 'Work', amount: 1000, currency: 'EUR' });
    const invoices = await server.operator.invoices.issue({ account_id: id });
    expect(invoices).toHaveLength(1);
    const overdue = sql<{ id: number }>(`update invoices set status = 'overdue' where id = :id`);
    await server.hostler.db.write(() => overdue.run({ id: invoices[0]?.id ?? 0 }));
    const after = await read('owner');
    const count = (numbers: typeof after, key: string) => numbers.get(key)?.count ?? 0;
    expect(count(after, 'tickets_waiting')).toBe(count(before, 'tickets_waiting') + 1);
    expect(after.get('overdue_invoices')).toMatchObject({
      count: 1,
      amounts: [{ currency: 'EUR', amount: invoices[0]?.total }],
      tone: 'wait',
      url: '/operator/billing/invoices?status=overdue',
    });
    await server.operator.plans.create({ name: 'Daily', price: 990 });
    await server.operator.subscriptions.create({ account_id: id, plan: 'Daily' });
    expect(count(await read('owner'), 'renewals_today')).toBe(0);
    server.clock.advance(31 * DAY);
    expect(count(await read('billing'), 'renewals_today')).toBe(1);
  });

  it('shows the last known health of the engines without waiting for them', async () => {
    const staff = await signInStaff(server, 'technician');
    const engines = async () => {
      const { body } = await staff.get<OperatorApi.Today>('/today');
      return body.data.numbers.find(({ key }) => key === 'engines');
    };
    await until(async () => (await engines())?.count !== null);
    expect(await engines()).toMatchObject({ url: '/operator/operations/engines', count: expect.any(Number) });
  });

  it('counts no further than 10,000', async () => {
    const { id } = await server.createAccount();
    await server.hostler.db.write(() => MANY_TICKETS.run({ account_id: id, until: 10_050 }));
    expect((await read('support')).get('tickets_waiting')).toMatchObject({ count: 10_000, capped: true });
  });
});
