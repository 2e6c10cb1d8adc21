import { lockName, type Query } from '@hostler/database';
import { formatMoney } from '#kernel/currency.ts';
import { computeTotals, type InvoiceService } from '../../invoices/index.ts';
import { findProfile } from '../../profiles/index.ts';
import type { SubscriptionSettings } from '../settings.ts';
import { listHourly, listHourlyTerms, type SubscriptionRow } from '../store.ts';
import type { UsageService } from '../usage/service.ts';
import { errors } from './errors.ts';

/** Currency of an account without orders. */
const USUAL_CURRENCY = 'EUR';
const DAYS_OF_CAP = 30;
const HOURS_OF_CAP = DAYS_OF_CAP * 24;
/** Above the number of open usage invoices that an account can have before suspension. */
const MOST_INVOICES = 100;

/** Funds of an account. */
export interface Funds {
  /** Returns whether a saved payment method can be charged. */
  hasMandate(accountId: number): Query<boolean>;
  /** Returns the credit balance. */
  balanceOf(accountId: number, currency: string): Query<number>;
}

/** The hourly usage of an account and its cover, in minor units with tax. */
export interface Cover {
  /** Trusted accounts pay any usage afterwards. */
  readonly isTrusted: boolean;
  readonly currency: string;
  readonly credit: number;
  readonly hasMethod: boolean;
  /** Maximum that a saved payment method covers. Null if the currency has no limit. */
  readonly limit: number | null;
  /** Credit plus, with a saved payment method, its limit. Null is unlimited. */
  readonly covered: number | null;
  /** Usage that is not invoiced yet. */
  readonly unbilled: number;
  /** Usage that is invoiced and not paid. */
  readonly unpaid: number;
  /** Price of one hour of all running servers. */
  readonly perHour: number;
  /** Hourly subscriptions that the account ordered itself and that run now. */
  readonly running: readonly SubscriptionRow[];
  /** Unpaid usage invoices, oldest first. */
  readonly unpaidInvoices: readonly number[];
}

interface Dependencies {
  invoices: Pick<InvoiceService, 'listUnsettled' | 'find' | 'taxRateOf' | 'hasPaid'>;
  usage: Pick<UsageService, 'listUnbilled'>;
  settings: SubscriptionSettings;
  funds: Funds;
}

/** Serializes the orders of an account. Otherwise two orders could both claim the trial, the currency or the credit. */
export function lockOrders(accountId: number): Query<void> {
  return lockName(`orders of account ${accountId}`);
}

type Rate = Pick<SubscriptionRow, 'price' | 'monthly_cap'>;

/** The hourly rate of a new order or change of plan. */
export interface NewRate extends Rate {
  readonly currency: string;
  /** Deducted from credit first. */
  readonly setup_fee: number;
  /** The subscription that changes to this rate. */
  readonly replaces?: number;
}

export type CoverService = ReturnType<typeof createCoverService>;

/** Limits hourly usage, which is paid afterwards, to what the account can pay. */
export function createCoverService({ invoices, usage, settings, funds }: Dependencies) {
  /** Measures usage and cover. Subscriptions sold by staff are left out, because staff trusted the account. */
  function* measure(accountId: number, at: number): Query<Cover> {
    const profile = yield* findProfile(accountId);
    const currency = profile.currency ?? USUAL_CURRENCY;
    const rows = (yield* listHourly(accountId)).filter((row) => row.by_staff === 0 && row.currency === currency);
    const running = rows.filter(({ status }) => status === 'active' || status === 'past_due');
    const costs = rows.length === 0 ? new Map<number, number>() : yield* usage.listUnbilled(accountId, rows, at);
    const taxRate = yield* invoices.taxRateOf(accountId, at);
    const withTax = (amountOf: (row: SubscriptionRow) => number, of: readonly SubscriptionRow[]) => {
      const lines = of.map((row) => ({ amount: amountOf(row), tax_included: row.tax_included === 1 }));
      return computeTotals(lines, taxRate).total;
    };
    const unpaid = yield* findUnpaid(accountId, currency);
    const credit = Math.max(0, yield* funds.balanceOf(accountId, currency));
    const hasMethod = yield* funds.hasMandate(accountId);
    const limit = yield* limitOf(accountId, currency, profile.usage_limit);
    return {
      isTrusted: profile.trusted,
      currency,
      credit,
      hasMethod,
      limit,
      covered: hasMethod ? (limit === null ? null : credit + limit) : credit,
      unbilled: withTax(({ id }) => costs.get(id) ?? 0, rows),
      unpaid: unpaid.due,
      perHour: withTax(({ price }) => price, running),
      running,
      unpaidInvoices: unpaid.ids,
    };
  }

  function* limitOf(accountId: number, currency: string, own: number | null): Query<number | null> {
    if (own !== null) return own;
    const limits = settings.usageLimits.get(currency);
    if (!limits) return null;
    return (yield* invoices.hasPaid(accountId)) ? limits.afterPayment : limits.beforePayment;
  }

  function* findUnpaid(accountId: number, currency: string) {
    let due = 0;
    const ids: number[] = [];
    for (const { id } of yield* invoices.listUnsettled(accountId, currency, MOST_INVOICES)) {
      const invoice = yield* invoices.find(accountId, id);
      if (!invoice.items.some(({ kind }) => kind === 'usage')) continue;
      due += invoice.amount_due;
      ids.push(id);
    }
    return { due, ids };
  }

  /**
   * Refuses an hourly plan without cover. The account must be trusted, or have a saved payment method with limit left.
   * Otherwise its credit must cover some days of all hourly subscriptions including the new one.
   */
  function* require(accountId: number, wanted: NewRate, at: number): Query<void> {
    const cover = yield* measure(accountId, at);
    if (cover.isTrusted) return;
    const { currency } = wanted;
    const money = (amount: number) => formatMoney(amount, currency);
    const used = cover.unbilled + cover.unpaid;
    if (cover.hasMethod) {
      if (cover.covered === null || used < cover.covered) return;
      throw errors.hourly_usage_unpaid({ used: money(used), covered: money(cover.covered) });
    }
    const others = (yield* listHourlyTerms(accountId, currency)).filter(({ id }) => id !== wanted.replaces);
    const caps = [...others, wanted].reduce((sum, rate) => sum + capOf(rate), 0);
    const needed = Math.ceil((caps * settings.creditDays) / DAYS_OF_CAP) + wanted.setup_fee;
    if (cover.credit >= needed) return;
    throw errors.hourly_plan_not_covered({
      days: settings.creditDays,
      needed: money(needed),
      credit: money(cover.credit),
    });
  }

  return { measure, require };
}

function capOf({ price, monthly_cap }: Rate): number {
  return monthly_cap ?? price * HOURS_OF_CAP;
}
