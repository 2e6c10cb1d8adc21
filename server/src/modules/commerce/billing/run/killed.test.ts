import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../../../../testing/server/server.ts';
import { sql } from '../../../../kernel/db/query.ts';
import { DAY } from '../../../../kernel/time.ts';

/** Of one customer, without what differs from customer to customer. */
const FACTS = {
  invoices: sql<{ account_id: number }, object>(
    'select status, total, amount_paid, due_at from invoices where account_id = :account_id order by due_at, id',
  ),
  charges: sql<{ account_id: number }, object>(
    'select kind, amount, period_start, period_end from charges where account_id = :account_id order by period_start, amount, id',
  ),
  events: sql<{ account_id: number }, object>(
    'select type, count(*) as count from events where account_id = :account_id group by type order by type',
  ),
  mails: sql<{ account_id: number }, object>(
    `select m.kind, count(*) as count from mails as m join accounts as a on a.email = m.recipient
     where a.id = :account_id group by m.kind order by m.kind`,
  ),
  subscriptions: sql<{ account_id: number }, object>(
    'select status, current_period_end, next_bill_at from subscriptions where account_id = :account_id order by id',
  ),
  suspensions: sql<{ account_id: number }, object>(
    `select s.cause from hosting_suspensions as s where s.account_id = :account_id order by s.id`,
  ),
};

/** One for every commit, each of three days and done twice. */
const MANY_RUNS = 180_000;

let server: TestServer;

beforeAll(async () => {
  // Without a worker: nothing is written but what the run writes.
  server = await startTestServer({ worker: false });
  server.clock.standStill();
  await server.operator.plans.create({ name: 'VPS S', price: 990 });
  await server.operator.plans.create({ name: 'Backup', price: 333 });
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

/** A customer to whom everything happens at once: renewals on one day, an overdue invoice, an end. */
async function makeCustomer(): Promise<number> {
  const { id: account_id } = await server.createAccount();
  const sell = (plan: string, hostname?: string) =>
    server.operator.subscriptions.create({ account_id, plan, hostname });
  await sell('VPS S', 'shop.example.com');
  const paid = await sell('Backup');
  await server.operator.payments.create({ invoice_id: Number(paid.invoice?.id) });
  const ended = await sell('Backup');
  await server.hostler.db.write(() =>
    server.hostler.customer.subscriptions.cancel(account_id, ended.id, false, server.clock.now()),
  );
  return account_id;
}

/** From the n-th commit on nothing is written any more, as if the process had ended. */
function dieAfter(commits: number) {
  const { db } = server.hostler;
  const write = db.write.bind(db);
  let left = commits;
  vi.spyOn(db, 'write').mockImplementation((body) =>
    left-- > 0 ? write(body) : Promise.reject(new Error('The process is dead.')),
  );
}

async function read(account_id: number) {
  const facts: Record<string, object[]> = {};
  for (const [name, statement] of Object.entries(FACTS)) {
    facts[name] = await server.hostler.db.read(statement.all({ account_id }));
  }
  return facts;
}

describe('the billing run, killed at any of its commits', () => {
  it(
    'and run again does everything once, and leaves out nobody',
    async () => {
      const times = [25, 33, 46].map((days) => server.clock.now() + days * DAY);
      const untouched = await makeCustomer();
      const { db } = server.hostler;
      let commits = 0;
      const write = db.write.bind(db);
      const counted = vi.spyOn(db, 'write').mockImplementation((body) => {
        commits++;
        return write(body);
      });
      for (const at of times) await server.operator.billing.run({ at });
      counted.mockRestore();
      const expected = await read(untouched);
      expect(expected.invoices?.length).toBeGreaterThan(3);
      expect(commits).toBeGreaterThan(8);

      for (let k = 0; k < commits; k++) {
        const account = await makeCustomer();
        dieAfter(k);
        const runs = async () => {
          for (const at of times) await server.operator.billing.run({ at });
        };
        await expect(runs()).rejects.toThrow('The process is dead.');
        vi.restoreAllMocks();
        await runs();
        expect(await read(account), `killed after ${k} commits`).toEqual(expected);
      }
      expect(await server.operator.billing.countFailed()).toBe(0);
    },
    MANY_RUNS,
  );
});
