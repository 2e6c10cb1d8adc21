import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { findPlan, findPrice, listPeriods } from '../../../resources/plans/offers.ts';
import type { Period } from '../../../resources/plans/period.ts';
import { plansQuery, type ShopPlan } from '../../../resources/plans/queries.ts';
import { type OrderStep, readOrderSearch } from './order-search.ts';

/** Returns the plans and the choice in the address: plan, period, currency and step. */
export function useOffer(fixedCurrency?: string | null) {
  const plans = useQuery(plansQuery);
  const { plan: wanted } = useParams({ strict: false });
  const search = readOrderSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const sold = plans.data ?? [];
  const plan = findPlan(sold, wanted);
  // Currency of the order: that of the account, or the first price of the plan.
  const currency = fixedCurrency ?? (plan ?? sold[0])?.prices[0]?.currency ?? '';
  const periods = listPeriods(sold, currency);
  const usual = plan?.prices.find((price) => price.currency === currency)?.period ?? periods[0] ?? 'monthly';
  const period = search.period ?? usual;
  const price = plan && findPrice(plan, currency, period);

  const step: OrderStep | 'plan' = search.step ?? 'plan';

  interface Going {
    readonly plan?: ShopPlan;
    readonly period?: Period;
    readonly step?: OrderStep | 'plan';
  }

  /** Adds a history entry for a step, but not for a choice. */
  function go({ step: there = step, ...chosen }: Going): void {
    const next = { plan, period, ...chosen };
    void navigate({
      ...(next.plan ? { to: '/order/$plan', params: { plan: next.plan.name } } : { to: '/order' }),
      search: {
        period: next.period,
        ...(there === 'plan' ? {} : { step: there }),
      },
      replace: there === step,
      resetScroll: there !== step,
    });
  }

  return { plans, sold, periods, wanted, plan, currency, period, price, step, go };
}

export type Offer = ReturnType<typeof useOffer>;
