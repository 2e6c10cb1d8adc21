import { Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { formatMoney } from '../../../parts/numbers.ts';
import { describeBeyond, findPrice, listSizes } from '../../../resources/plans/offers.ts';
import type { Period } from '../../../resources/plans/period.ts';
import type { ShopPlan } from '../../../resources/plans/queries.ts';
import { PERIOD_NAMES, PERIOD_WORDS } from '../../../resources/plans/texts.ts';
import classes from './plan-step.module.css';
import { texts } from './texts.ts';

interface PlanStepProps {
  readonly plans: readonly ShopPlan[];
  readonly periods: readonly Period[];
  readonly plan: ShopPlan | undefined;
  readonly period: Period;
  readonly currency: string;
  readonly onPlan: (plan: ShopPlan) => void;
  readonly onPeriod: (period: Period) => void;
}

/** First step: plan and billing period. */
export function PlanStep(props: PlanStepProps) {
  const { plans, periods, plan, period, currency, onPlan, onPeriod } = props;
  return (
    <Stack gap="md">
      {periods.length > 1 && (
        <SegmentedControl
          className={classes.periods}
          aria-label={texts.period}
          data={periods.map((value) => ({ value, label: PERIOD_NAMES[value] }))}
          value={period}
          onChange={(value) => onPeriod(value as Period)}
        />
      )}
      <Radio.Group
        aria-label={texts.plan}
        value={plan ? String(plan.id) : null}
        onChange={(id) => {
          const chosen = plans.find((one) => String(one.id) === id);
          if (chosen) onPlan(chosen);
        }}
      >
        <div className={classes.plans}>
          {plans.map((one) => (
            <PlanCard key={one.id} plan={one} period={period} currency={currency} />
          ))}
        </div>
      </Radio.Group>
    </Stack>
  );
}

function PlanCard({ plan, period, currency }: { plan: ShopPlan; period: Period; currency: string }) {
  const price = findPrice(plan, currency, period);
  const isSold = price !== undefined && plan.in_stock;
  return (
    <Radio.Card value={String(plan.id)} disabled={!isSold} className={classes.card} aria-label={plan.name}>
      <div className={classes.head}>
        <Radio.Indicator disabled={!isSold} />
        <Text fw={600}>{plan.name}</Text>
        {plan.trial_days > 0 && (
          <Text size="xs" c="dimmed">
            {texts.trial(plan.trial_days)}
          </Text>
        )}
      </div>
      <ul className={classes.sizes}>
        {listSizes(plan).map((size) => (
          <li key={size}>{size}</li>
        ))}
      </ul>
      {price && describeBeyond(plan, price) && (
        <Text size="xs" c="dimmed">
          {describeBeyond(plan, price)}
        </Text>
      )}
      <div className={classes.price}>
        {price ? (
          <>
            <span className={classes.amount}>{formatMoney(price.price, currency)}</span> {PERIOD_WORDS[period]}
          </>
        ) : (
          texts.notSoldSo
        )}
      </div>
      <Text size="xs" c="dimmed">
        {plan.in_stock
          ? price && [price.tax_included ? texts.taxIncluded : texts.taxAdded, ...extrasOf(price)].join(' · ')
          : texts.soldOut}
      </Text>
    </Radio.Card>
  );
}

function extrasOf({ setup_fee, monthly_cap, currency }: ShopPlan['prices'][number]): string[] {
  return [
    ...(setup_fee > 0 ? [texts.setup(formatMoney(setup_fee, currency))] : []),
    ...(monthly_cap === null ? [] : [texts.cap(formatMoney(monthly_cap, currency))]),
  ];
}
