import type { Subscription } from '@hostler/sdk';
import { Day } from './day.tsx';
import { texts } from './texts.ts';

/** What happens next to a subscription, and when. */
export function NextOf(subscription: Subscription) {
  const { status, cancelled_at, ends_at, current_period_end, billing_period, next_plan, trial_ends_at } = subscription;
  if (cancelled_at !== null) return <Day at={cancelled_at} before={texts.ended} />;
  if (status === 'pending') return texts.afterPayment;
  if (ends_at !== null) return <Day at={ends_at} before={texts.ends} />;
  if (next_plan) return <Day at={current_period_end} before={texts.becomes(next_plan.plan)} />;
  if (billing_period === 'hourly') return texts.month;
  const isFree = trial_ends_at !== null && Date.parse(trial_ends_at) > Date.now();
  return <Day at={current_period_end} before={isFree ? texts.freeUntil : texts.renews} />;
}
