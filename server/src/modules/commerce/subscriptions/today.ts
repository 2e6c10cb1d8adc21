import { sql } from '@hostler/database';
import { dayAround } from '#kernel/calendar.ts';
import { MONEY } from '#kernel/staff-roles.ts';
import { MOST_COUNTED, type TodaySource } from '#kernel/today-source.ts';

const DUE = sql<{ end: number; limit: number }, { count: number }>(
  `select count(*) as count from (
     select id from subscriptions where next_bill_at is not null and next_bill_at < :end limit :limit) as due`,
);

/** Subscriptions that are invoiced until the end of the day of the seller. */
export function renewalsToday({ timeZone }: { timeZone: string }): TodaySource {
  return {
    key: 'renewals_today',
    roles: MONEY,
    url: '/operator/billing/forecast',
    tone: 'idle',
    *read(now) {
      const { end } = dayAround(timeZone, now);
      return { count: (yield* DUE.one({ end, limit: MOST_COUNTED + 1 }))?.count ?? 0, tone: 'idle' };
    },
  };
}
