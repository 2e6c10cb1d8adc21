import { sql } from '@hostler/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../server/src/kernel/time.ts';
import { runsOnPostgres } from '../server/database.ts';
import { bundleBillingRun, readFacts, runBillingInProcess } from '../server/killed-billing.ts';
import { startTestServer, type TestServer } from '../server/server.ts';
import { until } from '../until.ts';

/** Facts about one customer that are the same for every customer with this history. */
const FACTS = {
  invoices: sql<{ account_id: number }, object>(
    'select status, total, amount_paid, due_at from invoices where account_id = :account_id order by due_at, id',
  ),
  charges: sql<{ account_id: number }, object>(
    'select kind, amount, period_start, period_end from charges where account_id = :account_id order by period_start, amount, id',
  ),
  payments: sql<{ account_id: number }, object>(
    'select status, amount, driver from payments where account_id = :account_id order by id',
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
    'select cause from hosting_suspensions where account_id = :account_id order by id',
  ),
  servers: sql<{ account_id: number }, object>('select status from hosting where account_id = :account_id order by id'),
};
const NUMBERS = sql<object, { number: string }>(`select number from invoices where type = 'invoice' order by number`);
const JOBS = sql<object, { count: number }>('select count(*) as count from jobs');
const SAVE_CARD = sql<{ account_id: number; key: string }>(
  `insert into payment_methods (account_id, key, driver, reference, label, status, is_default, created_at)
   values (:account_id, :key, 'simulated', 'sim_ok', 'A card', 'active', 1, 1)`,
);

/** Time for one process per commit. */
const MANY_PROCESSES = 300_000;

let server: TestServer;
let program: string;

/**
 * Creates two customers that cover every step. One pays nothing, is suspended and terminated. One has a card, hourly
 * usage and a cancelled subscription.
 */
async function makeCustomers(): Promise<number[]> {
  const [poor, rich] = [(await server.createAccount()).id, (await server.createAccount()).id];
  const sell = (account_id: number, plan: string, hostname?: string) =>
    server.operator.subscriptions.create({ account_id, plan, hostname });
  await sell(poor, 'VPS S', 'poor.example.com');
  await server.hostler.db.write(() => SAVE_CARD.run({ account_id: rich, key: `mandate:${rich}` }));
  await sell(rich, 'Backup');
  await sell(rich, 'Hourly', 'rich.example.com');
  const ended = await sell(rich, 'Backup');
  await server.hostler.db.write(() =>
    server.hostler.customer.subscriptions.cancel(rich, ended.id, false, server.clock.now()),
  );
  await settle();
  return [poor, rich];
}

/** Waits until the surviving process has charged cards, made backups and switched servers. */
const settle = () => until(async () => (await server.hostler.db.read(JOBS.one({})))?.count === 0);

const read = (accounts: readonly number[]) => readFacts(server, FACTS, accounts);

/** Kills the billing run at each of its commits, or at most so many times. */
export function describeKilledBilling({ kills = Number.POSITIVE_INFINITY } = {}): void {
  beforeAll(async () => {
    program = await bundleBillingRun();
    const env = { HOSTLER_TERMINATE_DAYS: '30', HOSTLER_PAYMENT_DRIVERS: 'transfer,simulated' };
    server = await startTestServer({ env });
    server.clock.standStill();
    const { plans } = server.operator;
    await plans.create({ name: 'VPS S', price: 990 });
    await plans.create({ name: 'Backup', price: 333 });
    await plans.create({ name: 'Hourly', billing_period: 'hourly', price: 3 });
  });
  afterAll(() => server.stop());

  describe('the billing run, killed at any of its commits and run again', () => {
    it(
      'does everything exactly once, for every customer',
      async () => {
        const times = [25, 33, 64, 65].map((days) => server.clock.now() + days * DAY);
        const untouched = await makeCustomers();
        for (const at of times) {
          await server.operator.billing.run({ at, yes: true });
          await settle();
        }
        const expected = await read(untouched);
        expect(expected[0]?.servers).toEqual([{ status: 'terminated' }]);
        expect(expected[1]?.payments).toContainEqual({ status: 'succeeded', amount: 333, driver: 'simulated' });
        expect(expected[1]?.charges).toContainEqual(expect.objectContaining({ kind: 'usage' }));

        const customers = await makeCustomers();
        let killed = 0;
        for (const at of times) {
          // Allow one more commit if the last process changed nothing, for example because work is in progress. On
          // PostgreSQL always allow one more, to save time.
          let commits = 1;
          let before = '';
          while (killed < kills) {
            if ((await runBillingInProcess(program, server, { at, commits })) === 'done') break;
            killed++;
            const now = JSON.stringify(await read(customers));
            commits = runsOnPostgres || now === before ? commits + 1 : 1;
            before = now;
          }
          await server.operator.billing.run({ at, yes: true });
          await settle();
        }
        expect(killed).toBeGreaterThan(Math.min(5, kills - 1));
        expect(await read(customers)).toEqual(expected);
        const numbers = (await server.hostler.db.read(NUMBERS.all({}))).map(({ number }) => number.split('-'));
        for (const [year, own] of Map.groupBy(numbers, ([, year]) => year)) {
          const counted = own.map(([, , count]) => Number(count));
          expect(counted, `the numbers of ${year}`).toEqual(counted.map((_, index) => index + 1));
        }
        expect(await server.operator.billing.countFailed()).toBe(0);
      },
      MANY_PROCESSES,
    );
  });
}
