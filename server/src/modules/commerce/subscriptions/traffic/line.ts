import { formatMoney } from '#kernel/currency.ts';
import { GB, type TrafficPart } from '../../../resources/hosting/index.ts';
import { describeWith, type NewCharge } from '../../invoices/index.ts';
import { type Billing, commonOf } from '../lines.ts';
import type { Span } from '../periods/proration.ts';
import type { SubscriptionRow } from '../store.ts';
import { texts } from '../texts.ts';

interface Measured {
  readonly month: string;
  readonly outBytes: number;
  readonly price: number;
  /** Position among the plans of the month. */
  readonly index: number;
}

const number = (value: number) => value.toLocaleString('en');

/**
 * Returns the invoice line for the traffic of a month beyond the included traffic, under the terms of one plan. Its key is
 * unique per month and plan.
 */
export function trafficLine(
  sold: SubscriptionRow,
  { terms: { includedGb }, bytes, charge: amount }: TrafficPart,
  span: Span,
  { month, outBytes, price, index }: Measured,
  billing: Billing,
): NewCharge {
  const gigabytes = Math.ceil(bytes / GB);
  const full = gigabytes * price;
  const money = (value: number) => formatMoney(value, sold.currency);
  const capped =
    amount < full
      ? [{ label: 'No more than the cap of a month', value: `${money(amount)} instead of ${money(full)}` }]
      : [];
  return {
    ...commonOf(sold, span, billing),
    key: `sub:${sold.id}:traffic:${month}${index === 0 ? '' : `:${index + 1}`}`,
    kind: 'usage',
    ...describeWith(texts.traffic, { name: sold.name, used: gigabytes, included: includedGb, month }),
    ...(amount < full ? { unit_price: amount } : { quantity: gigabytes, unit_price: price }),
    explanation: {
      rule: 'usage',
      sentence: `Outbound traffic of ${sold.name} in ${month} beyond the included traffic: every GB that was begun, paid afterwards.`,
      steps: [
        { label: 'Sent', value: `${number(outBytes)} bytes` },
        { label: 'Included', value: `${number(includedGb * GB)} bytes` },
        { label: 'Beyond', value: `${number(bytes)} bytes, ${number(gigabytes)} GB begun` },
        { label: 'GB begun × price', value: `${number(gigabytes)} × ${money(price)} = ${money(full)}` },
        ...capped,
      ],
    },
  };
}
