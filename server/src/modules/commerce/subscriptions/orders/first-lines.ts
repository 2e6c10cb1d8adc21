import type { NewCharge } from '../../invoices/index.ts';
import type { Plan, PlanPrice } from '../../plans/index.ts';
import { type Billing, type Discount, discountLine, periodLine, setupLine } from '../lines.ts';
import { periodEndOf } from '../periods/period.ts';

/** Returns the lines of the first invoice of a plan without an order. Uses the same functions as real orders. */
export function firstLines(
  plan: Plan,
  price: PlanPrice,
  discount: Discount | undefined,
  { at, zone }: Pick<Billing, 'at' | 'zone'>,
): NewCharge[] {
  const { currency, period } = price;
  const sold = { id: 0, name: plan.name, currency, tax_included: plan.tax_included ? 1 : 0, taken_back: 0 };
  const billing = { at, dueAt: at, zone };
  const setup = price.setup_fee > 0 ? [setupLine(sold, price.setup_fee, billing)] : [];
  // Hourly usage is billed in arrears.
  if (period === 'hourly') return setup;
  const span = { start: at, end: periodEndOf({ anchor: at, period, zone }, at) };
  const line = periodLine(sold, span, { price: price.price, billing_period: period }, billing);
  const off = discount && discount.discount > 0 ? [discountLine(sold, line, discount, billing)] : [];
  return [...setup, line, ...off];
}
