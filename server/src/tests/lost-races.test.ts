import { runScript, sql } from '@hostler/database';
import { runsOnPostgres } from '@hostler/testing/server/database.ts';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { SECOND } from '#kernel/time.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  account = await server.createAccount();
  return server.stop;
});

/** Makes every update of a row in this table lose its race until the returned function is called. */
async function alwaysLose(table: string, { hostler } = server): Promise<() => Promise<void>> {
  const begin = runsOnPostgres
    ? `create function lose() returns trigger language plpgsql as 'begin return null; end';
       create trigger always_lose before update on ${table} for each row execute function lose();`
    : `create trigger always_lose before update on ${table} begin select raise(ignore); end;`;
  const end = runsOnPostgres
    ? `drop trigger always_lose on ${table}; drop function lose;`
    : 'drop trigger always_lose;';
  await hostler.db.write(() => runScript(begin));
  return () => hostler.db.write(() => runScript(end));
}

const createTicket = async () => {
  const body = { subject: 'A question', message: 'How?' };
  return (await server.post('/tickets', account.live, body)).body.data.id;
};

describe('an update that always loses to concurrent updates', () => {
  it('gets a 409 with Retry-After, and is not stored for the Idempotency-Key', async () => {
    const id = await createTicket();
    const letWin = await alwaysLose('tickets');
    const close = () => server.post('/tickets/close', account.live, { id }, { 'idempotency-key': 'close-it' });
    const lost = await close();
    expect(lost.status).toBe(409);
    expect(lost.body.error).toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/try again/) });
    expect(lost.headers.get('retry-after')).toBe('1');
    await letWin();
    const closed = await close();
    expect(closed.status).toBe(200);
    expect(closed.headers.get('idempotent-replayed')).toBeNull();
  });

  it('is refused with CONFLICT on every call that changes a record', async () => {
    const ticket = await createTicket();
    const order = { account_id: account.id, hostname: 'races.example.com' };
    const { id: vps } = await server.finish(server.operator.hosting.create(order));
    const plan = await server.operator.plans.create({ name: 'Races', price: 500 });
    const sold = await server.operator.subscriptions.create({ account_id: account.id, plan: plan.name });
    const schedule = await server.post('/backups/schedules', account.live, { hosting_id: vps });
    const calls: [table: string, path: string, body: object][] = [
      ['tickets', '/tickets/reply', { id: ticket, message: 'Like this?' }],
      ['hosting', '/hosting/restart', { id: vps }],
      ['subscriptions', '/subscriptions/cancel', { id: sold.id }],
      ['backup_schedules', '/backups/schedules/update', { id: schedule.body.data.id, keep: 3 }],
    ];
    for (const [table, path, body] of calls) {
      const letWin = await alwaysLose(table);
      const { status, body: answer } = await server.post(path, account.live, body);
      await letWin();
      expect([path, status, answer.error?.code]).toEqual([path, 409, 'CONFLICT']);
    }
    const [invoice] = await server.operator.invoices.list({ account_id: account.id });
    const letWin = await alwaysLose('invoices');
    const payment = server.operator.payments.create({ invoice_id: invoice?.id ?? 0, method: 'transfer' });
    await expect(payment).rejects.toThrow(/try again/);
    await letWin();
  });

  it('is retried if it happens at the end of queued work', async () => {
    const idle = await startTestServer({ worker: false });
    try {
      const { live } = await idle.createAccount();
      const { body } = await idle.post('/domains', live, { domain: 'later-example.com' });
      const letWinThere = await alwaysLose('domains', idle);
      idle.startWorker();
      const [action] = (await idle.get('/actions', live)).body.data;
      await idle.untilPostponed(action?.id ?? 0);
      await letWinThere();
      idle.clock.advance(2 * SECOND);
      await idle.until(`/domains/show?id=${body.data.id}`, live, ({ status }) => status === 'active');
      await idle.until(`/actions/show?id=${action?.id}`, live, ({ status }) => status === 'succeeded');
    } finally {
      await idle.stop();
    }
  });
});

const DISABLE = sql<{ id: number }>(`update webhooks set status = 'disabled' where id = :id`);
const LOOK = sql<object, { one: number }>('select 1 as one');

it('an update of a webhook keeps concurrent changes by others', async () => {
  const webhook = { url: 'https://example.com/hook', events: ['*'] };
  for (let round = 0; round < 5; round++) {
    const { id } = (await server.post('/webhooks', account.live, webhook)).body.data;
    const disabled = server.hostler.db.write(function* () {
      yield* DISABLE.run({ id });
      for (let reads = 0; reads < 50; reads++) yield* LOOK.one({});
    });
    await server.post('/webhooks/update', account.live, { id, description: 'Mine' });
    await disabled;
    const { body } = await server.get(`/webhooks/show?id=${id}`, account.live);
    expect(body.data).toMatchObject({ description: 'Mine', status: 'disabled' });
  }
});
