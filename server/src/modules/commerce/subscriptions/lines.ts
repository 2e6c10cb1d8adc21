import { dayIn } from '#kernel/calendar.ts';
import { formatMoney } from '#kernel/currency.ts';
import { describeWith, type NewCharge } from '../invoices/index.ts';
import type { Span } from './periods/proration.ts';
import type { SubscriptionRow } from './store.ts';
import { texts } from './texts.ts';

// Invoice lines of subscriptions, in words and figures. Each is written once and shown on the invoice.

/** When a line is charged, when it is due, and the time zone of its dates. */
export interface Billing {
  readonly at: number;
  readonly dueAt: number;
  readonly zone: string;
}

type Sold = Pick<SubscriptionRow, 'id' | 'name' | 'currency' | 'tax_included' | 'taken_back'>;

const BY_PERIOD = { monthly: 'month', yearly: 'year', hourly: 'hour' } as const;

/** Returns the beginning of the keys of all charges for a period. */
export function keyOfPeriod(id: number, start: number): string {
  return `sub:${id}:period:${new Date(start).toISOString()}`;
}

/** Returns the key of a charge. A period that was taken back before it began can be charged again under another key. */
export function keyOfPeriodCharge({ id, taken_back }: Pick<Sold, 'id' | 'taken_back'>, start: number): string {
  return `${keyOfPeriod(id, start)}${taken_back === 0 ? '' : `:${taken_back}`}`;
}

export function setupLine(sold: Sold, fee: number, billing: Billing): NewCharge {
  return {
    ...commonOf(sold, { start: billing.at, end: billing.at }, billing),
    key: `sub:${sold.id}:setup`,
    kind: 'setup',
    ...describeWith(texts.setup, { name: sold.name }),
    unit_price: fee,
    explanation: {
      rule: 'setup',
      sentence: 'Once, with the first invoice.',
      steps: [{ label: 'Setup fee', value: formatMoney(fee, sold.currency) }],
    },
  };
}

export function periodLine(
  sold: Sold,
  span: Span,
  { price, billing_period }: Pick<SubscriptionRow, 'price' | 'billing_period'>,
  billing: Billing,
): NewCharge {
  const [from, to] = [dayIn(billing.zone, span.start), dayIn(billing.zone, span.end)];
  return {
    ...commonOf(sold, span, billing),
    key: keyOfPeriodCharge(sold, span.start),
    kind: 'period',
    description: sold.name,
    unit_price: price,
    explanation: {
      rule: 'period',
      sentence: `One ${BY_PERIOD[billing_period]} of ${sold.name}, from ${from} to ${to}, paid in advance.`,
      steps: [{ label: 'Price of the period', value: formatMoney(price, sold.currency) }],
    },
  };
}

/** Returns the discount line of a coupon for another line. */
export function discountLine(sold: Sold, of: NewCharge, coupon: Discount, billing: Billing): NewCharge {
  const gross = of.amount ?? of.unit_price;
  const money = (amount: number) => formatMoney(amount, sold.currency);
  return {
    ...commonOf(sold, { start: of.period_start, end: of.period_end }, billing),
    key: `${of.key}:discount`,
    kind: 'discount',
    ...describeWith(texts.coupon, { name: sold.name, code: coupon.code }),
    unit_price: -coupon.discount,
    explanation: {
      rule: 'discount',
      sentence: `Coupon ${coupon.code}${coupon.percent === null ? '' : `: ${coupon.percent} %`} off.`,
      steps: [
        { label: 'Without the coupon', value: money(gross) },
        { label: 'Taken off', value: money(coupon.discount) },
        {
          label: 'What is left',
          value: `${money(gross)} − ${money(coupon.discount)} = ${money(gross - coupon.discount)}`,
        },
      ],
    },
  };
}

export interface Discount {
  readonly code: string;
  readonly percent: number | null;
  readonly discount: number;
}

export interface Usage {
  readonly month: string;
  readonly hours: number;
  readonly uncapped: number;
  readonly cost: number;
  /** The rates of the month in order of time. */
  readonly parts: readonly { readonly hours: number; readonly rate: number }[];
  /** The part of the month on earlier invoices, and the number of those invoices. */
  readonly before: { readonly hours: number; readonly cost: number; readonly parts: number };
  /** If true, this is the last charge of the month. */
  readonly isLast: boolean;
}

export function usageLine(sold: Sold, span: Span, usage: Usage, billing: Billing): NewCharge {
  const { month, uncapped, parts, before, isLast } = usage;
  const [hours, cost] = [usage.hours - before.hours, usage.cost - before.cost];
  const isPlain = parts.length === 1 && usage.cost === uncapped && cost === hours * (parts[0]?.rate ?? 0);
  const money = (amount: number) => formatMoney(amount, sold.currency);
  const sums = parts.map(({ hours, rate }) => ({
    label: 'Hours that were begun × price',
    value: `${hours} × ${money(rate)} = ${money(hours * rate)}`,
  }));
  const cap =
    usage.cost < uncapped
      ? [{ label: 'No more than the cap of a month', value: `${money(usage.cost)} instead of ${money(uncapped)}` }]
      : [];
  const earlier =
    before.cost > 0
      ? [
          {
            label: 'Without what is invoiced already',
            value: `${money(usage.cost)} − ${money(before.cost)} = ${money(cost)}`,
          },
        ]
      : [];
  return {
    ...commonOf(sold, span, billing),
    key: `sub:${sold.id}:usage:${month}${isLast ? '' : `:part ${before.parts + 1}`}`,
    kind: 'usage',
    ...(isPlain
      ? describeWith(texts.hours, { name: sold.name, month })
      : describeWith(texts.countedHours, { name: sold.name, hours, month })),
    ...(isPlain ? { quantity: hours, unit_price: parts[0]?.rate ?? 0 } : { unit_price: cost }),
    explanation: {
      rule: 'usage',
      sentence: `Use of ${sold.name} in ${month}: every hour that was begun, paid afterwards.`,
      steps: [...sums, ...cap, ...earlier],
    },
  };
}

export function commonOf(sold: Sold, span: Span, { at, dueAt }: Billing) {
  return {
    subscription_id: sold.id,
    currency: sold.currency,
    tax_included: sold.tax_included === 1,
    period_start: span.start,
    period_end: span.end,
    due_at: dueAt,
    at,
  };
}
