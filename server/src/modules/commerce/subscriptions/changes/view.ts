import { formatTime } from '#kernel/time.ts';
import type { ChangePreview } from './schemas.ts';
import type { Previewed } from './service.ts';

const WHEN_PAID = 'The change starts when it is paid. The rest of the period is charged by the second.';

export function viewPreview(
  { facts: { row, plan, price }, change, totals }: Previewed,
  { isPaidFirst }: { isPaidFirst: boolean },
): ChangePreview {
  return {
    plan: plan.name,
    amount_due_now: totals.total,
    tax: totals.tax,
    credit: change.credit,
    currency: row.currency,
    new_price: price.price,
    billing_period: price.period,
    tax_included: plan.tax_included,
    monthly_cap: price.monthly_cap,
    effective_at: formatTime(change.effectiveAt),
    immediately: change.isNow,
    payment_required: isPaidFirst,
    lines: change.lines.map(({ description, unit_price, period_start, period_end, explanation }) => ({
      description,
      amount: unit_price,
      period_start: formatTime(period_start),
      period_end: formatTime(period_end),
      explanation: { sentence: explanation.sentence, steps: [...explanation.steps] },
    })),
    explanation: isPaidFirst ? WHEN_PAID : change.sentence,
  };
}
