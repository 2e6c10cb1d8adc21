import type { Query } from '@hostler/database';
import { isCountry } from '#kernel/countries.ts';
import { notFound, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { checkCoupon, discountOf } from '../coupons/index.ts';
import { computeTotals, type NewCharge, type Trade } from '../invoices/index.ts';
import { findPlan, listOffers, type OfferedPlan, type Plan, type PlanPrice, viewOffer } from '../plans/index.ts';
import { choosePrice, firstLines } from '../subscriptions/index.ts';
import { decideTax } from '../tax/index.ts';
import { fieldErrors } from './errors.ts';
import type { Quote, QuoteRequest } from './schemas.ts';

export type ShopService = ReturnType<typeof createShopService>;

export function createShopService({ clock, trade }: { clock: Clock; trade: Trade }) {
  function* listPlans(): Query<OfferedPlan[]> {
    return (yield* listOffers()).map(viewOffer);
  }

  /** Returns the first invoice of an order as a quote, with the same lines, tax and totals. */
  function* quote(request: QuoteRequest): Query<Quote> {
    const now = clock.now();
    const plan = yield* findPlan(request.plan);
    if (plan?.visibility !== 'public') throw notFound('Plan');
    const price = findPrice(plan, request);
    const lines = yield* listLines(plan, price, request.coupon, now);
    const tax = findTax(request, now);
    const priced = lines.map(({ kind, description, amount, unit_price, tax_included = false }) => ({
      ...{ kind, description, tax_included },
      amount: amount ?? unit_price,
    }));
    const { net, subtotal, tax: amount, total } = computeTotals(priced, tax?.rate ?? 0);
    return {
      plan: plan.name,
      period: price.period,
      currency: price.currency,
      lines: priced.map((line, index) => ({ ...line, net_amount: net[index] ?? 0 })),
      ...{ subtotal, tax: amount, total },
      tax_rate: (tax?.rate ?? 0) / 100,
      tax_category: tax?.category ?? null,
      tax_sentence: tax?.sentence ?? null,
      trial_days: plan.trial_days,
    };
  }

  function* listLines(plan: Plan, price: PlanPrice, code: string | undefined, at: number): Query<NewCharge[]> {
    const purchase = { planId: plan.id, currency: price.currency };
    const coupon = code?.trim() ? yield* checkCoupon(undefined, code, purchase, at) : undefined;
    const discount = coupon && { ...coupon, discount: discountOf(coupon, price.price, plan.id) };
    return firstLines(plan, price, discount, { at, zone: trade.timeZone });
  }

  /** Assumes that the VAT id is not checked: a typed id does not count. */
  function findTax({ country }: QuoteRequest, at: number) {
    const { seller, rates, timeZone } = trade;
    if (country !== undefined && !isCountry(country)) {
      throw validationError([fieldErrors.shop_country_unknown('country')]);
    }
    const customer = { country: country ?? null, vat_status: 'none' };
    return seller && decideTax({ seller, customer, at, rates, settings: { ...trade.tax, timeZone } });
  }

  return { listPlans, quote };
}

function findPrice(plan: Plan, { currency = plan.currency, period }: QuoteRequest): PlanPrice {
  const price = choosePrice(plan, currency, period);
  if (price) return price;
  const field = plan.prices.some((one) => one.currency === currency) ? 'period' : 'currency';
  throw validationError([fieldErrors.not_available_for_plan(field, { plan: plan.name })]);
}
