import { formatMoney } from '../../../../kernel/currency.ts';
import { lockName, type Query } from '../../../../kernel/db/query.ts';
import { conflict } from '../../../../kernel/errors.ts';
import { computeTotals, type InvoiceService } from '../../invoices/index.ts';
import { findProfile } from '../../profiles/index.ts';
import type { SubscriptionSettings } from '../settings.ts';
import { listHourly, listHourlyTerms, type SubscriptionRow } from '../store.ts';
import type { UsageService } from '../usage/service.ts';

/** Of an account that has not bought anything yet. */
const USUAL_CURRENCY = 'EUR';
const DAYS_OF_CAP = 30;
const HOURS_OF_CAP = DAYS_OF_CAP * 24;
/** More usage invoices than an account has open before its servers are suspended. */
const MOST_INVOICES = 100;

/** What an account can pay with. */
export interface Funds {
  /** Returns whether a saved payment method can be charged. */
  hasMandate(accountId: number): Query<boolean>;
  /** Returns the credit. */
  balanceOf(accountId: number, currency: string): Query<number>;
}

/** The hourly usage of an account and what covers it, in minor units and with tax. */
export interface Cover {
  /** Trusted accounts pay afterwards, whatever it is. */
  readonly isTrusted: boolean;
  readonly currency: string;
  readonly credit: number;
  readonly hasMethod: boolean;
  /** What a saved method covers; null where the currency has no limit. */
  readonly limit: number | null;
  /** Credit, and with a saved method the limit; null is without limit. */
  readonly covered: number | null;
  /** Used and not invoiced. */
  readonly unbilled: number;
  /** Used, invoiced and not paid. */
  readonly unpaid: number;
  /** What an hour of all running servers costs. */
  readonly perHour: number;
  /** Hourly subscriptions that the account ordered itself and that run now. */
  readonly running: readonly SubscriptionRow[];
  /** Usage invoices that are not paid, the oldest first. */
  readonly unpaidInvoices: readonly number[];
}

interface Dependencies {
  invoices: Pick<InvoiceService, 'listUnsettled' | 'find' | 'taxRateOf' | 'hasPaid'>;
  usage: Pick<UsageService, 'listUnbilled'>;
  settings: SubscriptionSettings;
  funds: Funds;
}

/** Two orders at once would both be the first: of a trial, of the currency, and of the credit. */
export function lockOrders(accountId: number): Query<void> {
  return lockName(`orders of account ${accountId}`);
}

type Rate = Pick<SubscriptionRow, 'price' | 'monthly_cap'>;

/** An hourly plan that is to be had. */
export interface NewRate extends Rate {
  readonly currency: string;
  /** Paid from the credit first. */
  readonly setup_fee: number;
  /** The subscription that changes to it. */
  readonly replaces?: number;
}

export type CoverService = ReturnType<typeof createCoverService>;

/** Hours are paid afterwards: this decides how many of them an account gets. */
export function createCoverService({ invoices, usage, settings, funds }: Dependencies) {
  /** What staff sold is left out: staff trusted the account with it. */
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
   * Refuses an hourly plan that nothing covers. An account needs trust, a saved method whose limit is not used up, or credit
   * for some days of all its hourly subscriptions with the new one.
   */
  function* require(accountId: number, wanted: NewRate, at: number): Query<void> {
    const cover = yield* measure(accountId, at);
    if (cover.isTrusted) return;
    const { currency } = wanted;
    const money = (amount: number) => formatMoney(amount, currency);
    const used = cover.unbilled + cover.unpaid;
    if (cover.hasMethod) {
      if (cover.covered === null || used < cover.covered) return;
      throw conflict(
        `Hourly usage of ${money(used)} is not paid yet, and your saved payment method covers ${money(cover.covered)}. Pay the open invoices under Billing first.`,
      );
    }
    const others = (yield* listHourlyTerms(accountId, currency)).filter(({ id }) => id !== wanted.replaces);
    const caps = [...others, wanted].reduce((sum, rate) => sum + capOf(rate), 0);
    const needed = Math.ceil((caps * settings.creditDays) / DAYS_OF_CAP) + wanted.setup_fee;
    if (cover.credit >= needed) return;
    throw conflict(
      `Hourly plans require a saved payment method, or credit for ${settings.creditDays} days of all hourly servers: ${money(needed)}, and there is ${money(cover.credit)}. Add a payment method under Billing → Payment, or pay in more credit.`,
    );
  }

  return { measure, require };
}

function capOf({ price, monthly_cap }: Rate): number {
  return monthly_cap ?? price * HOURS_OF_CAP;
}
