import { sql } from '@hostler/database';
import { MONEY_READERS } from '#kernel/staff-roles.ts';
import { MOST_COUNTED, type TodaySource } from '#kernel/today-source.ts';

const OVERDUE = sql<{ limit: number }, { currency: string; count: number; amount: number }>(
  `select currency, count(*) as count, cast(sum(due) as bigint) as amount from (
     select currency, total - amount_paid - amount_credited - amount_written_off as due
     from invoices where status = 'overdue' order by due_at, id limit :limit) as overdue
   group by currency order by currency`,
);

/** Overdue invoices with the open amount of each currency. */
export const overdueInvoices: TodaySource = {
  key: 'overdue_invoices',
  roles: MONEY_READERS,
  url: '/operator/billing/invoices?status=overdue',
  tone: 'wait',
  *read() {
    const rows = yield* OVERDUE.all({ limit: MOST_COUNTED + 1 });
    return {
      count: rows.reduce((total, { count }) => total + count, 0),
      amounts: rows.map(({ currency, amount }) => ({ currency, amount })),
    };
  },
};
