import type { Subscription } from '@hostler/sdk';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '../../parts/numbers.ts';
import { Day } from './day.tsx';
import classes from './next-of.module.css';
import { texts } from './texts.ts';

/** Shows the next event of a subscription and its date. */
export function NextOf(subscription: Subscription) {
  const { status, plan, currency, cancelled_at, ends_at, current_period_end, billing_period } = subscription;
  const { pending_reason, next_plan, next_plan_at, trial_ends_at, pending_change } = subscription;
  if (cancelled_at !== null) return <Day at={cancelled_at} say={texts.ended} />;
  if (status === 'pending') return <span className={classes.reason}>{pending_reason ?? texts.afterPayment}</span>;
  if (ends_at !== null) return <Day at={ends_at} say={texts.ends} />;
  if (pending_change) {
    const { plan: wanted, invoice_id: invoice } = pending_change;
    return (
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/billing" search={{ invoice }} />}>
        {texts.becomesPaid(wanted)}
      </Anchor>
    );
  }
  if (next_plan) {
    const isPrice = next_plan.plan === plan && next_plan.billing_period === billing_period;
    const words = isPrice ? texts.costs(formatMoney(next_plan.price, currency)) : texts.becomes(next_plan.plan);
    return <Day at={next_plan_at ?? current_period_end} say={words} />;
  }
  if (billing_period === 'hourly') return texts.month;
  const isFree = trial_ends_at !== null && Date.parse(trial_ends_at) > Date.now();
  return <Day at={current_period_end} say={isFree ? texts.freeUntil : texts.renews} />;
}
