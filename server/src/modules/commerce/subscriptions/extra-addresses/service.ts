import type { Query } from '@hostler/database';
import { monthIn, readMonth } from '#kernel/calendar.ts';
import { formatMoney } from '#kernel/currency.ts';
import type { AppError } from '#kernel/errors.ts';
import { DAY } from '#kernel/time.ts';
import type { AddressOffer } from '../../../resources/hosting/index.ts';
import { computeTotals, type InvoiceService, type Issued, PAYMENT_TERM_MS } from '../../invoices/index.ts';
import { findPlanVersion } from '../../plans/index.ts';
import { findProfile } from '../../profiles/index.ts';
import { type Funds, lockOrders } from '../cover/service.ts';
import { errors as subscriptionErrors } from '../errors.ts';
import type { RenewalService } from '../renewals/service.ts';
import type { SubscriptionSettings } from '../settings.ts';
import { findOfHosting, findSubscription, type SubscriptionRow } from '../store.ts';
import { errors } from './errors.ts';
import { type AddressMonth, addressLine, priceOfPart } from './line.ts';
import * as store from './store.ts';

/** Months that one run bills per address. The next run bills the rest. */
const MOST_MONTHS = 24;
/** Additions per server in 24 hours. */
const MOST_A_DAY = 20;

const REFUSALS: Record<Exclude<SubscriptionRow['status'], 'active'>, () => AppError> = {
  pending: errors.addresses_of_unpaid_order,
  past_due: subscriptionErrors.subscription_overdue,
  suspended: subscriptionErrors.subscription_suspended,
  cancelled: subscriptionErrors.subscription_cancelled,
};

interface Dependencies {
  invoices: Pick<InvoiceService, 'addCharge' | 'taxRateOf'>;
  renewals: Pick<RenewalService, 'issueAll'>;
  funds: Funds;
  settings: Pick<SubscriptionSettings, 'timeZone' | 'invoiceWhileSuspended'>;
}

export type ExtraAddressBilling = ReturnType<typeof createExtraAddressBilling>;

/** Sells extra addresses, and bills them after each calendar month by the second, for every billing period alike. */
export function createExtraAddressBilling({ invoices, renewals, funds, settings }: Dependencies) {
  /** Returns the offer of the plan version that the subscription was sold with. */
  function* findAddressOffer(accountId: number, hostingId: number): Query<AddressOffer | undefined> {
    const row = yield* findOfHosting(accountId, hostingId);
    return row && (yield* offerOf(row));
  }

  function* offerOf({ plan_version_id, currency }: SubscriptionRow): Query<AddressOffer | undefined> {
    const plan = plan_version_id === null ? undefined : yield* findPlanVersion(plan_version_id);
    const price = plan?.extra_addresses?.prices[currency];
    if (!plan?.extra_addresses || price === undefined) return undefined;
    return { price, currency, tax_included: plan.tax_included, max: plan.extra_addresses.max };
  }

  /**
   * Nothing is billed before the machine has the address. The price stays as it is now until the address is removed,
   * even if the plan changes.
   */
  function* sellAddress(accountId: number, hostingId: number, address: string, now: number): Query<void> {
    const row = yield* findOfHosting(accountId, hostingId);
    const offer = row && (yield* offerOf(row));
    if (!row || !offer) throw errors.plan_without_extra_addresses();
    refuse(row, now);
    yield* requireFunds(accountId, row, offer, now);
    if ((yield* store.countSince(accountId, hostingId, now - DAY)) >= MOST_A_DAY) {
      throw errors.extra_addresses_added_too_often({ max: MOST_A_DAY });
    }
    yield* store.insertAddress({
      ...{ account_id: accountId, subscription_id: row.id, hosting_id: hostingId, address },
      ...{ price: offer.price, currency: offer.currency, tax_included: offer.tax_included ? 1 : 0 },
      ...{ started_at: now, paused: 0, bill_from: null },
    });
  }

  function refuse({ status, cancel_requested_at, trial_ends_at }: SubscriptionRow, now: number): void {
    if (status !== 'active') throw REFUSALS[status]();
    if (cancel_requested_at !== null) {
      throw errors.addresses_of_cancelling_subscription();
    }
    if (trial_ends_at !== null && trial_ends_at > now) {
      throw errors.extra_addresses_after_trial();
    }
  }

  /** Addresses are paid afterwards. Customers that staff do not trust need a payment method, or credit for a month. */
  function* requireFunds(accountId: number, row: SubscriptionRow, offer: AddressOffer, now: number): Query<void> {
    if (row.by_staff === 1 || (yield* findProfile(accountId)).trusted || (yield* funds.hasMandate(accountId))) return;
    yield* lockOrders(accountId);
    const { currency } = offer;
    const others = (yield* store.listOpenAddresses(accountId)).filter((one) => one.currency === currency);
    const lines = [
      { amount: offer.price, tax_included: offer.tax_included },
      ...others.map(({ price, tax_included }) => ({ amount: price, tax_included: tax_included === 1 })),
    ];
    const needed = computeTotals(lines, yield* invoices.taxRateOf(accountId, now)).total;
    const credit = yield* funds.balanceOf(accountId, currency);
    if (credit >= needed) return;
    const [wanted, left] = [formatMoney(needed, currency), formatMoney(Math.max(0, credit), currency)];
    throw errors.extra_addresses_not_covered({ wanted, left });
  }

  /** Bills an address again whose removal failed. */
  function* resumeAddress(accountId: number, hostingId: number, address: string, now: number): Query<void> {
    const last = yield* store.findLastAddress(accountId, hostingId, address);
    if (last && last.ended_at !== null && last.paused === 0) yield* beginAgain(last, now);
  }

  function* beginAgain(span: store.ExtraAddressRow, now: number): Query<void> {
    const { id: _id, ended_at: _end, ...same } = span;
    yield* store.insertAddress({ ...same, started_at: now, paused: 0, bill_from: now });
  }

  /** Bills nothing while the subscription is suspended for non-payment, unless the seller set that. */
  function* pause(accountId: number, subscriptionId: number, at: number): Query<void> {
    if (!settings.invoiceWhileSuspended) yield* store.pauseAddresses(accountId, subscriptionId, at);
  }

  function* resume(accountId: number, subscriptionId: number, at: number): Query<void> {
    for (const span of yield* store.resumeAddresses(accountId, subscriptionId)) yield* beginAgain(span, at);
  }

  /**
   * Invoices the extra addresses of an account in the months before this time. Each month is claimed with its charge, so
   * a second call bills nothing.
   */
  function* billAddresses(accountId: number, before: number, at: number): Query<Issued[]> {
    const dueAt = at + PAYMENT_TERM_MS;
    let isCharged = false;
    for (const row of yield* store.listUnbilledOf(accountId, before)) {
      const sold = yield* findSubscription(accountId, row.subscription_id);
      if (!sold) continue;
      let unbilled = row;
      for (let months = 0; months < MOST_MONTHS; months++) {
        if (unbilled.bill_from === null || unbilled.bill_from >= before) break;
        const part = partOf(unbilled, unbilled.bill_from, sold);
        const isLast = row.ended_at !== null && row.ended_at <= part.whole.end;
        const bill_from = isLast ? null : part.whole.end;
        if (!(yield* store.moveBilled(unbilled, bill_from))) break;
        if (priceOfPart(row.price, part) > 0) {
          const billing = { at, dueAt, zone: settings.timeZone };
          yield* invoices.addCharge(accountId, addressLine(sold, row, part, billing));
          isCharged = true;
        }
        unbilled = { ...unbilled, bill_from };
      }
    }
    return isCharged ? yield* renewals.issueAll(new Map([[accountId, new Set([dueAt])]]), at) : [];
  }

  /** A cancelled subscription pays until its end, even if its server is deleted later. */
  function partOf({ ended_at }: store.ExtraAddressRow, from: number, sold: SubscriptionRow): AddressMonth {
    const month = monthIn(settings.timeZone, from);
    const whole = readMonth(settings.timeZone, month);
    if (!whole) throw new Error(`${month} is not a month`);
    const end = Math.min(whole.end, ended_at ?? whole.end, sold.cancelled_at ?? whole.end);
    return { month, whole, used: { start: from, end: Math.max(from, end) } };
  }

  return {
    ...{ findAddressOffer, sellAddress, resumeAddress, pause, resume, billAddresses },
    beginAddress: store.beginAddress,
    endAddress: store.endAddress,
    cancelAddress: store.cancelAddress,
    endAll: store.endAddresses,
  };
}
