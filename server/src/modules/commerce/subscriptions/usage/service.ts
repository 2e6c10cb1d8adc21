import type { Query } from '@hostler/database';
import { monthIn, readMonth } from '#kernel/calendar.ts';
import { type Coupon, findCoupon } from '../../coupons/index.ts';
import { type InvoiceService, PAYMENT_TERM_MS } from '../../invoices/index.ts';
import { change, findRow } from '../change.ts';
import { discountLine, setupLine, usageLine } from '../lines.ts';
import { costOfMonth, hourBorder, startedHours, type Use } from '../periods/hours.ts';
import type { Span } from '../periods/proration.ts';
import { couponOf, discountNext } from '../renewals/coupon.ts';
import type { SubscriptionSettings } from '../settings.ts';
import type { SubscriptionRow, SubscriptionState } from '../store.ts';
import { endUse, findLastUse, insertUse, listUsesOfAccount, listUsesWithin, type UseRow } from './store.ts';

type Rate = Pick<SubscriptionRow, 'price' | 'monthly_cap'>;

interface Dependencies {
  invoices: InvoiceService;
  settings: SubscriptionSettings;
}

export type UsageService = ReturnType<typeof createUsageService>;

/** Meters and bills the hours of hourly plans. */
export function createUsageService({ invoices, settings }: Dependencies) {
  /** Starts to count hours. */
  function* begin(accountId: number, id: number, { price: rate, monthly_cap }: Rate, at: number): Query<void> {
    yield* insertUse(accountId, { subscription_id: id, started_at: at, rate, monthly_cap });
  }

  /** Stops the count of hours. */
  function* stop(accountId: number, id: number, at: number): Query<void> {
    const last = yield* findLastUse(accountId, id);
    if (last && last.ended_at === null) yield* endUse(accountId, last.id, Math.max(at, last.started_at));
  }

  /**
   * Changes the rate. A higher rate applies to the current hour, a lower one from the next. No hour is charged twice,
   * however many changes it has.
   */
  function* changeRate(
    accountId: number,
    id: number,
    rate: Rate,
    at: number,
    { fromNextHour = false } = {},
  ): Query<void> {
    const last = yield* findLastUse(accountId, id);
    if (!last || last.ended_at !== null) return;
    const border = hourBorder(last.started_at, at, rate.price > last.rate && !fromNextHour ? 'down' : 'up');
    yield* endUse(accountId, last.id, border);
    yield* begin(accountId, id, rate, border);
  }

  /**
   * Bills the past month, or the rest of the last month after a cancellation. Returns the due time, or undefined if
   * nothing is billed.
   */
  function* billUsage(accountId: number, id: number, at: number): Query<{ dueAt: number } | undefined> {
    const row = yield* findRow(accountId, id);
    // A cancelled subscription is billed immediately, and once only.
    if (row.next_bill_at === null || (row.next_bill_at > at && row.status !== 'cancelled')) return undefined;
    return yield* billMonth(accountId, row, at, (now, month) => {
      const next = monthAround(month.end);
      const isOver = now.cancelled_at !== null && now.cancelled_at <= month.end;
      return {
        current_period_start: isOver ? now.current_period_start : next.start,
        current_period_end: isOver ? now.current_period_end : next.end,
        next_bill_at: isOver ? null : next.end,
        ...NOTHING_BILLED,
      };
    });
  }

  /**
   * Charges the part of the current month that is not invoiced yet. The parts add up to the cost of the whole month, so
   * its cap and coupon apply to all of them. Returns undefined if there is nothing new.
   */
  function* billSoFar(accountId: number, id: number, at: number): Query<{ dueAt: number } | undefined> {
    const row = yield* findRow(accountId, id);
    if (row.next_bill_at === null || row.next_bill_at <= at) return undefined;
    return yield* billMonth(accountId, row, at, (now, _, bill) =>
      bill.amount === 0
        ? undefined
        : {
            usage_billed: bill.usage.cost,
            usage_hours: bill.usage.hours,
            usage_discount: bill.discount,
            usage_parts: now.usage_parts + 1,
          },
    );
  }

  /** Charges the next month to be billed, minus the part already charged. */
  function* billMonth(accountId: number, row: SubscriptionRow, at: number, decide: Decide) {
    const month = monthAround((row.next_bill_at ?? at) - 1);
    const uses = yield* listUsesWithin(accountId, row.id, month);
    const usage = measure(uses, month, endOf(row, at));
    const coupon = usage.cost === 0 ? undefined : yield* monthCouponOf(row);
    const { period_discount: discount, coupon_periods_left } = discountNext(row, coupon, usage.cost);
    const bill: Bill = { usage, discount, amount: Math.max(0, usage.cost - row.usage_billed) };
    const billed = yield* change(accountId, row.id, (now) => {
      if (now.next_bill_at !== row.next_bill_at || now.usage_parts !== row.usage_parts) return undefined;
      const changes = decide(now, month, bill);
      // A month counts as one period of the coupon.
      const left = row.usage_discount > 0 ? now.coupon_periods_left : coupon_periods_left;
      const billed = { billed_price: usage.cost, period_discount: discount, coupon_periods_left: left };
      return changes && { ...billed, ...changes };
    });
    if (!billed) return undefined;
    const dueAt = at + PAYMENT_TERM_MS;
    const billing = { at, dueAt, zone: settings.timeZone };
    if (bill.amount === 0) return { dueAt };
    // Charged with the first hours after a trial. Without a trial, it was on the first invoice.
    if (row.setup_fee > 0) yield* invoices.addCharge(accountId, setupLine(billed.after, row.setup_fee, billing));
    const span = { start: Math.max(month.start, row.current_period_start), end: Math.min(month.end, at) };
    const before = { hours: row.usage_hours, cost: row.usage_billed, parts: row.usage_parts };
    const isLast = billed.after.usage_parts === 0;
    const line = usageLine(billed.after, span, { ...usage, month: month.name, before, isLast }, billing);
    yield* invoices.addCharge(accountId, line);
    const off = Math.max(0, Math.min(discount - row.usage_discount, bill.amount));
    if (coupon && off > 0) {
      const { code, percent } = coupon;
      yield* invoices.addCharge(accountId, discountLine(billed.after, line, { code, percent, discount: off }, billing));
    }
    return { dueAt };
  }

  /**
   * Returns the coupon of the month. A coupon that reduced one part of the month reduces all, even if that used up its
   * last period.
   */
  function* monthCouponOf(row: SubscriptionRow): Query<Coupon | undefined> {
    if (row.usage_discount > 0 && row.coupon_id !== null) return yield* findCoupon(row.coupon_id);
    return yield* couponOf(row);
  }

  /** Returns the cost of hourly subscriptions since their last invoice, by id, before tax. */
  function* listUnbilled(accountId: number, rows: readonly SubscriptionRow[], at: number): Query<Map<number, number>> {
    const first = Math.min(at, ...rows.map(({ next_bill_at }) => (next_bill_at ?? at) - 1));
    const span = { start: monthAround(first).start, end: monthAround(at).end };
    const uses = Map.groupBy(yield* listUsesOfAccount(accountId, span), ({ subscription_id }) => subscription_id);
    return new Map(rows.map((row) => [row.id, costUnbilled(row, uses.get(row.id) ?? [], at)]));
  }

  function costUnbilled(row: SubscriptionRow, uses: readonly UseRow[], at: number): number {
    if (row.next_bill_at === null) return 0;
    const month = monthAround(row.next_bill_at - 1);
    const until = endOf(row, at);
    const left = Math.max(0, measure(uses, month, until).cost - row.usage_billed);
    return row.next_bill_at <= at ? left + measure(uses, monthAround(at), until).cost : left;
  }

  function monthAround(at: number): Span & { name: string } {
    const { timeZone: zone } = settings;
    const name = monthIn(zone, at);
    const month = readMonth(zone, name);
    if (!month) throw new Error(`${name} is no month`);
    return { ...month, name };
  }

  return { begin, stop, changeRate, billUsage, billSoFar, listUnbilled, monthAround };
}

/** Amounts of an invoice for a month. */
interface Bill {
  readonly usage: ReturnType<typeof measure>;
  /** Discount of the coupon on the whole month. */
  readonly discount: number;
  /** Amount charged now, before the coupon. */
  readonly amount: number;
}

type Decide = (row: SubscriptionRow, month: Span, bill: Bill) => Partial<SubscriptionState> | undefined;

const NOTHING_BILLED = { usage_billed: 0, usage_hours: 0, usage_discount: 0, usage_parts: 0 };

/** Hours that begin after the end date do not count. */
function endOf({ ends_at }: SubscriptionRow, at: number): number {
  return Math.min(at, ends_at ?? at);
}

function measure(rows: readonly UseRow[], month: Span, at: number) {
  const uses = rows.map((row) => toUse(row, at));
  const parts = uses
    .map((use) => ({ hours: startedHours(use, month), rate: use.rate }))
    .filter(({ hours }) => hours > 0);
  return { ...costOfMonth(uses, month), parts };
}

function toUse({ started_at, ended_at, rate, monthly_cap }: UseRow, at: number): Use {
  return { start: started_at, end: Math.min(ended_at ?? at, Math.max(at, started_at)), rate, cap: monthly_cap };
}
