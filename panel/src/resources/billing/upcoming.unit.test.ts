import { expect, it } from 'vitest';
import { listUpcoming } from './upcoming.ts';

const NOW = Date.parse('2026-11-15T00:00:00Z');
const renewing = (id: number, at: string | null, more: object = {}) => ({
  ...{ id, name: `s${id}`, status: 'active' as const, price: 500, currency: 'EUR', billing_period: 'monthly' as const },
  ...{ ends_at: null, next_invoice_at: at, next_plan: null, next_plan_at: null },
  ...more,
});

it('lists the renewals of the next 30 days, soonest first', () => {
  const found = listUpcoming(
    [renewing(1, '2026-12-10T00:00:00Z'), renewing(2, '2026-11-20T00:00:00Z'), renewing(3, '2026-12-16T00:00:00Z')],
    NOW,
  );
  expect(found.map(({ id }) => id)).toEqual([2, 1]);
});

it('leaves out subscriptions that end, wait for a payment, are suspended or are billed by the hour', () => {
  const at = '2026-11-20T00:00:00Z';
  const others = [{ ends_at: at }, { status: 'pending' }, { status: 'suspended' }, { billing_period: 'hourly' }];
  expect(listUpcoming([...others.map((other, id) => renewing(id, at, other)), renewing(9, null)], NOW)).toEqual([]);
});

it('uses the announced price from its day on', () => {
  const at = '2026-11-20T00:00:00Z';
  const next_plan = { plan: 'S', billing_period: 'monthly' as const, price: 700 };
  const amounts = [at, '2026-11-21T00:00:00Z'].map(
    (next_plan_at) => listUpcoming([renewing(1, at, { next_plan, next_plan_at })], NOW)[0]?.amount,
  );
  expect(amounts).toEqual([700, 500]);
});
