import { changeRow, type Query } from '@hostler/database';
import { DAY } from '#kernel/time.ts';
import type { Coupon } from '../../coupons/index.ts';
import { type Invoice, type InvoiceService, type Issued, PAYMENT_TERM_MS } from '../../invoices/index.ts';
import { change, findRow } from '../change.ts';
import { type Billing, discountLine, keyOfPeriod, periodLine, setupLine } from '../lines.ts';
import { findStartBefore } from '../periods/billed.ts';
import { type AdvancePeriod, periodEndOf } from '../periods/period.ts';
import type { SubscriptionSettings } from '../settings.ts';
import * as store from '../store.ts';
import { termsAt } from '../terms.ts';
import type { UsageService } from '../usage/service.ts';
import { couponOf, discountNext } from './coupon.ts';
import { errors } from './errors.ts';

/** Maximum periods per subscription and run. The next run bills the rest. */
const MOST_PERIODS = 24;

interface Dependencies {
  invoices: InvoiceService;
  usage: Pick<UsageService, 'billUsage' | 'billSoFar'>;
  settings: SubscriptionSettings;
}

interface Renewed {
  readonly dueAt: number;
  readonly isMore: boolean;
}

export type RenewalService = ReturnType<typeof createRenewalService>;

export function createRenewalService({ invoices, usage, settings }: Dependencies) {
  /** Bills everything due in these accounts. Charges that are due at the same time share one invoice. */
  function* bill(accountIds: readonly number[], at: number): Query<Issued[]> {
    const dueDays = new Map(accountIds.map((id) => [id, new Set<number>()]));
    for (const { account_id, ...row } of yield* store.listToBillOf(accountIds, at)) {
      for (let periods = 0; periods < MOST_PERIODS; periods++) {
        const billed = yield* renew(account_id, row.id, at, periods === 0 ? row : undefined);
        if (billed) dueDays.get(account_id)?.add(billed.dueAt);
        if (!billed?.isMore) break;
      }
    }
    return yield* issueAll(dueDays, at);
  }

  /** Issues one invoice per account, due time and currency. */
  function* issueAll(dueDays: ReadonlyMap<number, ReadonlySet<number>>, at: number): Query<Issued[]> {
    const days = [...dueDays].flatMap(([accountId, times]) =>
      [...times].sort((a, b) => a - b).map((dueAt) => ({ accountId, dueAt })),
    );
    return days.length === 0 ? [] : yield* invoices.issueInvoices(days, at);
  }

  /**
   * Charges the next period of a subscription, or the last month of an hourly one, if due. Idempotent: the charge has a
   * key, and the next billing time moves with it. Returns the due time and whether more may follow, or undefined if
   * nothing is due.
   */
  function* renew(
    accountId: number,
    id: number,
    at: number,
    known?: store.SubscriptionRow,
  ): Query<Renewed | undefined> {
    const row = known ?? (yield* findRow(accountId, id));
    if (row.next_bill_at === null || row.next_bill_at > at) return undefined;
    if (row.billing_period === 'hourly') {
      const used = yield* usage.billUsage(accountId, id, at);
      return used && { ...used, isMore: true };
    }
    const coupon = yield* couponOf(row);
    const decide = (now: store.SubscriptionRow) => {
      if (now.next_bill_at === null || now.next_bill_at > at) return undefined;
      return { ...nextPeriodOf(now, at), ...discountNext(now, coupon), former_discount: now.period_discount };
    };
    const renewed = yield* change(accountId, id, decide, row);
    if (!renewed) return undefined;
    const dueAt = at < renewed.after.current_period_start ? renewed.after.current_period_start : at + PAYMENT_TERM_MS;
    const isFirst = renewed.before.trial_ends_at === renewed.after.current_period_start;
    yield* chargePeriod(accountId, renewed.after, { coupon, isFirst }, { at, dueAt, zone: settings.timeZone });
    const { next_bill_at } = renewed.after;
    return { dueAt, isMore: next_bill_at !== null && next_bill_at <= at };
  }

  /** Invoices the usage of these hourly subscriptions so far. */
  function* billUsageNow(accountId: number, rows: readonly { readonly id: number }[], at: number): Query<Invoice[]> {
    const dueDays = new Set<number>();
    for (const { id } of rows) {
      const billed = yield* usage.billSoFar(accountId, id, at);
      if (billed) dueDays.add(billed.dueAt);
    }
    return (yield* issueAll(new Map([[accountId, dueDays]]), at)).map(({ invoice }) => invoice);
  }

  /** Charges the current period of the row. */
  function* chargePeriod(
    accountId: number,
    row: store.SubscriptionRow,
    { coupon, isFirst }: { coupon: Coupon | undefined; isFirst: boolean },
    billing: Billing,
  ): Query<void> {
    const terms = termsAt(row, row.current_period_start);
    const sold = { ...row, tax_included: terms.tax_included };
    const span = { start: row.current_period_start, end: row.current_period_end };
    if (isFirst && row.setup_fee > 0) yield* invoices.addCharge(accountId, setupLine(sold, row.setup_fee, billing));
    const line = periodLine(sold, span, terms, billing);
    yield* invoices.addCharge(accountId, line);
    if (!coupon || row.period_discount === 0) return;
    const { code, percent } = coupon;
    const discount = { code, percent, discount: row.period_discount };
    yield* invoices.addCharge(accountId, discountLine(sold, line, discount, billing));
  }

  /**
   * Returns the period after the last billed one. A different billing period starts a new anchor. After an empty
   * period, the next one begins now.
   */
  function nextPeriodOf(row: store.SubscriptionRow, at: number) {
    const isEmpty = row.current_period_start === row.current_period_end;
    const start = isEmpty ? at : row.current_period_end;
    const terms = termsAt(row, start);
    const period = terms.billing_period as AdvancePeriod;
    const anchor = period === row.billing_period && !isEmpty ? row.anchor_at : start;
    const end = periodEndOf({ anchor, period, zone: settings.timeZone }, start);
    return {
      anchor_at: anchor,
      current_period_start: start,
      current_period_end: end,
      next_bill_at: end - settings.renewDaysBefore * DAY,
      billed_price: terms.price,
    };
  }

  /**
   * Takes back billed periods that have not begun, the last one first, until one whose invoice is paid. Only a billing
   * run for a future time bills more than one of them.
   */
  function* takeBackUnbegun(accountId: number, id: number, reason: string, at: number): Query<void> {
    const taken = yield* changeRow(
      () => findUnbegun(accountId, id, at),
      function* ({ row, keys, changes }) {
        const isChanged = yield* store.changeSubscription(accountId, row, changes);
        return isChanged && { keys };
      },
    );
    if (!taken || (yield* invoices.takeBack(accountId, { subscriptionId: id, keys: taken.keys }, { reason }, at)))
      return;
    throw errors.invoice_paid_while_cancelling();
  }

  /** Returns the keys of the periods to take back, and the subscription without them. */
  function* findUnbegun(accountId: number, id: number, at: number) {
    const row = yield* findRow(accountId, id);
    if (row.billing_period === 'hourly' || row.status === 'pending') return undefined;
    const keys: string[] = [];
    let discounted = 0;
    let [start, end] = [row.current_period_start, row.current_period_end];
    while (start > at) {
      const key = keyOfPeriod(id, start);
      const charges = yield* invoices.listToTakeBack(accountId, { subscriptionId: id, keys: [key] });
      if (charges.length === 0) break;
      keys.push(key);
      if (sumDiscounts(charges) > 0) discounted++;
      end = start;
      start = yield* findStartBefore(accountId, row, end, { invoices, zone: settings.timeZone });
    }
    if (keys.length === 0) return undefined;
    const left = row.coupon_periods_left;
    const changes = {
      current_period_start: start,
      current_period_end: end,
      billed_price: termsAt(row, start).price,
      period_discount:
        keys.length === 1
          ? row.former_discount
          : sumDiscounts(yield* invoices.listChargesUnder(accountId, id, keyOfPeriod(id, start))),
      coupon_periods_left: left === null ? null : left + discounted,
      taken_back: row.taken_back + 1,
    };
    return { row, keys, changes };
  }

  return { bill, billUsageNow, issueAll, renew, chargePeriod, takeBackUnbegun };
}

function sumDiscounts(charges: readonly { readonly kind: string; readonly amount: number }[]): number {
  return charges.reduce((sum, { kind, amount }) => (kind === 'discount' ? sum - amount : sum), 0);
}
