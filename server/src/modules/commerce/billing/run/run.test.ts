import { type Query, sql } from '@hostler/database';
import { startTestServer, type TestAccount, type TestServer } from '@hostler/testing/server/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailer } from '#kernel/mail/mailer.ts';
import { DAY } from '#kernel/time.ts';
import { createStaffMail } from '../../../identity/people/index.ts';
import { createBillingHold } from '../hold/service.ts';
import { createBillingOperatorService } from './operator-service.ts';
import type { Done, Due, RunLine, RunStep } from './step.ts';

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  account = await server.createAccount();
  await server.operator.plans.create({ name: 'VPS S', price: 990 });
});
afterAll(() => server.stop());

const THREE = sql<object, Due>(
  `select 1 as id, 0 as time, id as "accountId" from accounts union select 2, 0, id from accounts union select 3, 0, id from accounts`,
);
const EVENTS = sql<{ type: string }, { data: string; created_at: number }>(
  'select data, created_at from events where type = :type order by row_id',
);
const overdueEvents = async () => server.hostler.db.read(EVENTS.all({ type: 'payment.overdue' }));
async function sell() {
  const { invoice, ...sold } = await server.operator.subscriptions.create({ account_id: account.id, plan: 'VPS S' });
  if (!invoice) throw new Error('not invoiced');
  return { ...sold, invoice };
}
function createHold() {
  const { vault } = server.hostler;
  const mailer = createMailer({ vault, from: { name: 'Hostler', address: 'hostler@example.com' } });
  const staffMail = createStaffMail({ mailer, seller: { email: 'billing@example.com' } });
  return createBillingHold({ ...server.hostler, staffMail, settings: { maxGapDays: 3, timeZone: 'UTC' } });
}
const inDays = (days: number) => server.clock.now() + days * DAY;

async function run(at: number): Promise<RunLine[]> {
  const lines: RunLine[] = [];
  await server.operator.billing.run({ at, onLine: (line) => lines.push(line) });
  return lines;
}

describe('the billing run', () => {
  it('marks an invoice overdue once, on its due day, whatever times it is run for afterwards', async () => {
    const { invoice } = await sell();
    const before = (await overdueEvents()).length;
    expect(await run(inDays(13))).toEqual([]);
    const line = expect.objectContaining({
      step: 'due invoices',
      account_id: account.id,
      state: 'done',
      what: `Invoice ${invoice.number} is overdue.`,
      amount: invoice.amount_due,
    });
    expect(await run(inDays(15))).toContainEqual(line);
    for (const days of [15, 14, 0, 16]) expect(await run(inDays(days))).not.toContainEqual(line);
    const events = (await overdueEvents()).slice(before);
    expect(events.map(({ data }) => JSON.parse(data))).toMatchObject([{ id: invoice.id, status: 'overdue' }]);
  });

  it('forecasts what it will do, with amounts and reasons, without doing it', async () => {
    await run(inDays(15));
    const { invoice } = await sell();
    const before = (await overdueEvents()).length;
    const forecast = await server.operator.billing.forecast({ at: inDays(15) });
    expect(forecast).toContainEqual(
      expect.objectContaining({
        what: `Invoice ${invoice.number} is overdue.`,
        amount: invoice.amount_due,
        reason: expect.stringMatching(/^It is due on \d{4}-\d{2}-\d{2} and not paid\.$/),
      }),
    );
    expect(await overdueEvents()).toHaveLength(before);
    expect(await run(inDays(15))).toEqual(forecast.map(({ account_name: _, ...line }) => line));
  });

  it.each([
    ['one by one', false],
    ['together', true],
  ])('processes items %s, skips one that fails, and reports the failure until it succeeds', async (_, isTogether) => {
    const broken = new Set([2]);
    const done = new Set<number>();
    const step: RunStep = {
      name: 'trial',
      *due(): Query<Due[]> {
        return yield* THREE.all({});
      },
      *perform({ id }) {
        yield* THREE.one({});
        if (broken.has(id)) throw new Error('The engine is on fire.');
        done.add(id);
        return [{ what: 'Tried.', reason: 'It was due.' }];
      },
    };
    if (isTogether) {
      step.performAll = function* (dues, at) {
        const lines: (readonly Done[])[] = [];
        for (const due of dues) lines.push(yield* step.perform(due, at));
        return lines;
      };
    }
    const billing = createBillingOperatorService({ ...server.hostler, steps: [step], hold: createHold() });
    await billing.run();
    expect([...done].toSorted()).toEqual([1, 3]);
    const detail = expect.stringContaining(`trial of account ${account.id}: The engine is on fire.`);
    expect(await billing.check()).toMatchObject({ detail, advice: expect.any(String) });
    broken.clear();
    server.clock.advance(1);
    await billing.run();
    expect(await billing.check()).toMatchObject({ advice: null });
  });

  it('does everything once if several runs happen at the same time', async () => {
    const sold = [await sell(), await sell(), await sell()];
    const before = (await overdueEvents()).length;
    const lines = (await Promise.all([run(inDays(40)), run(inDays(40)), run(inDays(39))])).flat();
    expect(lines.filter(({ state }) => state === 'failed')).toEqual([]);
    const done = lines.map(({ step, what }) => `${step}: ${what}`);
    expect(done).toEqual([...new Set(done)]);
    const told = (await overdueEvents()).slice(before).map(({ data }) => JSON.parse(data).id);
    expect(told).toEqual([...new Set(told)]);
    for (const { invoice } of sold) expect(told).toContain(invoice.id);
  });
});
