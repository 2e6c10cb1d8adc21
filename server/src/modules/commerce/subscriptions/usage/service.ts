import { monthIn, readMonth } from '../../../../kernel/calendar.ts';
import type { Query } from '../../../../kernel/db/query.ts';
import { type InvoiceService, PAYMENT_TERM_MS } from '../../invoices/index.ts';
import { change, findRow } from '../change.ts';
import { discountLine, setupLine, usageLine } from '../lines.ts';
import { costOfMonth, hourBorder, startedHours, type Use } from '../periods/hours.ts';
import type { Span } from '../periods/proration.ts';
import { couponOf, discountNext } from '../renewals/coupon.ts';
import type { SubscriptionSettings } from '../settings.ts';
import type { SubscriptionRow } from '../store.ts';
import { endUse, findLastUse, insertUse, listUsesWithin, type UseRow } from './store.ts';

type Rate = Pick<SubscriptionRow, 'price' | 'monthly_cap'>;

interface Dependencies {
  invoices: InvoiceService;
  settings: SubscriptionSettings;
}

export type UsageService = ReturnType<typeof createUsageService>;

/** Hours of servers that are paid for afterwards. */
export function createUsageService({ invoices, settings }: Dependencies) {
  const { timeZone: zone } = settings;

  /** From now on every hour costs. */
  function* begin(accountId: number, id: number, { price: rate, monthly_cap }: Rate, at: number): Query<void> {
    yield* insertUse(accountId, { subscription_id: id, started_at: at, rate, monthly_cap });
  }

  /** No hour begins after this. */
  function* stop(accountId: number, id: number, at: number): Query<void> {
    const last = yield* findLastUse(accountId, id);
    if (last && last.ended_at === null) yield* endUse(accountId, last.id, Math.max(at, last.started_at));
  }

  /**
   * Another rate: a higher one for the hour that has begun already, a lower one from the next. No hour costs twice, however
   * often that is done within it.
   */
  function* changeRate(accountId: number, id: number, rate: Rate, at: number): Query<void> {
    const last = yield* findLastUse(accountId, id);
    if (!last || last.ended_at !== null) return;
    const border = hourBorder(last.started_at, at, rate.price > last.rate ? 'down' : 'up');
    yield* endUse(accountId, last.id, border);
    yield* begin(accountId, id, rate, border);
  }

  /** The month that is over, or what was used of the last one; answers when that is due, undefined where nothing is billed. */
  function* billUsage(accountId: number, id: number, at: number): Query<{ dueAt: number } | undefined> {
    const row = yield* findRow(accountId, id);
    // What is cancelled is billed at once, and no more after that.
    if (row.next_bill_at === null || (row.next_bill_at > at && row.status !== 'cancelled')) return undefined;
    const month = monthAround(row.next_bill_at - 1);
    const usage = yield* measure(accountId, id, month, at);
    const coupon = usage.cost > 0 ? yield* couponOf(row) : undefined;
    const billed = yield* change(accountId, id, (now) => {
      if (now.next_bill_at !== row.next_bill_at) return undefined;
      const next = monthAround(month.end);
      const isOver = now.cancelled_at !== null && now.cancelled_at <= month.end;
      return {
        current_period_start: isOver ? now.current_period_start : next.start,
        current_period_end: isOver ? now.current_period_end : next.end,
        next_bill_at: isOver ? null : next.end,
        billed_price: usage.cost,
        ...discountNext(now, coupon, usage.cost),
      };
    });
    if (!billed) return undefined;
    const dueAt = at + PAYMENT_TERM_MS;
    if (usage.cost === 0) return { dueAt };
    const billing = { at, dueAt, zone };
    // With the first hours after a trial; of others it was on the first invoice.
    if (row.setup_fee > 0) yield* invoices.addCharge(accountId, setupLine(billed.after, row.setup_fee, billing));
    const span = { start: Math.max(month.start, row.current_period_start), end: Math.min(month.end, at) };
    const line = usageLine(billed.after, span, { ...usage, month: month.name }, billing);
    yield* invoices.addCharge(accountId, line);
    if (coupon && billed.after.period_discount > 0) {
      const discount = { code: coupon.code, percent: coupon.percent, discount: billed.after.period_discount };
      yield* invoices.addCharge(accountId, discountLine(billed.after, line, discount, billing));
    }
    return { dueAt };
  }

  /** What the running month has cost so far. */
  function* estimate(accountId: number, id: number, at: number): Query<number> {
    return (yield* measure(accountId, id, monthAround(at), at)).cost;
  }

  function* measure(accountId: number, id: number, month: Span, at: number) {
    const uses = (yield* listUsesWithin(accountId, id, month)).map((row) => toUse(row, at));
    const parts = uses
      .map((use) => ({ hours: startedHours(use, month), rate: use.rate }))
      .filter(({ hours }) => hours > 0);
    return { ...costOfMonth(uses, month), parts };
  }

  function monthAround(at: number): Span & { name: string } {
    const name = monthIn(zone, at);
    const month = readMonth(zone, name);
    if (!month) throw new Error(`${name} is no month`);
    return { ...month, name };
  }

  return { begin, stop, changeRate, billUsage, estimate, monthAround };
}

function toUse({ started_at, ended_at, rate, monthly_cap }: UseRow, at: number): Use {
  return { start: started_at, end: Math.min(ended_at ?? at, Math.max(at, started_at)), rate, cap: monthly_cap };
}
