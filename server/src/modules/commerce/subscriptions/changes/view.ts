import { formatTime } from '../../../../kernel/time.ts';
import type { ChangePreview } from './schemas.ts';
import type { Previewed } from './service.ts';

export function viewPreview({ facts: { row, plan, price }, change, totals }: Previewed): ChangePreview {
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
    lines: change.lines.map(({ description, unit_price, period_start, period_end, explanation }) => ({
      description,
      amount: unit_price,
      period_start: formatTime(period_start),
      period_end: formatTime(period_end),
      explanation: { sentence: explanation.sentence, steps: [...explanation.steps] },
    })),
    explanation: change.sentence,
  };
}
