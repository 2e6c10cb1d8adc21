import { fillTotals, type Query, runScript, sql } from '@hostler/database';
import { compose } from '../../server/src/compose/compose.ts';
import { createLogger } from '../../server/src/kernel/log.ts';
import { DAY, systemClock } from '../../server/src/kernel/time.ts';
import type { Hostler } from '../../server/src/program/hostler.ts';
import { migrate } from '../../server/src/program/prepare.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import { copyRows } from '../copy-rows.ts';
import type { Settings } from '../seed.ts';

export interface BillingSize {
  readonly subscriptions: number;
  /** Subscriptions in each group. The first group is due at once, each other group a day later. */
  readonly due: number;
}

const SUBSCRIPTIONS_OF_EACH = 2;

const ACCOUNTS = sql<{ first: number; count: number; now: number }>(
  `insert into accounts (name, email, contact_email, created_at)
   with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < :count)
   select 'Example Ltd', 'many-' || n || '@example.com', 'many-' || n || '@example.com', cast(:now as bigint) from numbers`,
);
const FIRST_ACCOUNT = sql<object, { id: number }>(`select min(id) as id from accounts where email like 'many-%'`);

/**
 * Seeds subscriptions that were sold and billed once, with their paid invoices: copies of the rows that one sale makes.
 * Neighbouring subscriptions belong to different customers, and so do those that are due together.
 */
export async function seedSubscriptions(settings: Settings, { subscriptions, due }: BillingSize): Promise<number> {
  const hostler = await compose({ config: readConfig(settings), clock: systemClock, log: createLogger('silent') });
  const { db, operator } = hostler;
  try {
    await migrate(hostler);
    const now = Date.now();
    const sold = await db.write(function* () {
      const { id: account_id } = yield* operator.accounts.create({ name: 'First', email: 'first@example.com' });
      yield* operator.plans.create({ name: 'VPS S', price: 990 });
      const { id, invoice } = yield* operator.subscriptions.create({ account_id, plan: 'VPS S' });
      if (!invoice) throw new Error('A month is invoiced in advance.');
      yield* operator.payments.create({ invoice_id: invoice.id });
      return { id, invoice };
    });
    const accounts = subscriptions / SUBSCRIPTIONS_OF_EACH;
    await db.write(function* () {
      yield* trustReferences(hostler);
      yield* ACCOUNTS.run({ first: 0, count: accounts, now });
      const first = (yield* FIRST_ACCOUNT.one({}))?.id ?? 0;
      const owner = `${first} + n % ${accounts}`;
      // Subscriptions outside every group are due in months.
      const group = `n / ${due}`;
      const next = `case when ${group} < ${GROUPS} then ${now} + (${group}) * ${DAY} else ${now + 90 * DAY} + n end`;
      yield* copyRows('subscriptions', `id = ${sold.id}`, subscriptions, { account_id: owner, next_bill_at: next });
      yield* copyRows('invoices', `id = ${sold.invoice.id}`, subscriptions, {
        account_id: owner,
        number: `'OLD-' || n`,
        subscription_id: `${sold.id} + 1 + n`,
        // The server archives and mails every other invoice.
        ...{ archived_at: now, mail_at: 'null' },
      });
      yield* runScript(fillTotals('subscriptions', undefined, undefined, `account_id >= ${first}`));
      yield* runScript(fillTotals('invoices', undefined, undefined, `account_id >= ${first}`));
    });
    if (db.dialect === 'postgres') await db.write(() => runScript('analyze'));
    return now;
  } finally {
    await db.close();
  }
}

/** Groups of due subscriptions, each due a day after the one before. */
const GROUPS = 3;

/**
 * Switches off the foreign key checks: every reference is made here, and checking a hundred thousand of them takes
 * PostgreSQL half of the time.
 */
function* trustReferences({ db }: Hostler): Query<void> {
  if (db.dialect === 'postgres') yield* runScript('set local session_replication_role = replica');
}
