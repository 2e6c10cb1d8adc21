import { dayIn } from '#kernel/calendar.ts';
import { formatMoney } from '#kernel/currency.ts';
import { describeWith, type NewCharge } from '../../invoices/index.ts';
import { type Billing, commonOf } from '../lines.ts';
import { prorate, type Span, secondsLeft } from '../periods/proration.ts';
import type { SubscriptionRow } from '../store.ts';
import { texts } from '../texts.ts';
import type { ExtraAddressRow } from './store.ts';

/** The part of a calendar month in which a server had an address. */
export interface AddressMonth {
  readonly month: string;
  /** The whole month. */
  readonly whole: Span;
  readonly used: Span;
}

/** Returns the price of the part, by the second. The parts of a month never add up to more than its price. */
export function priceOfPart(price: number, { whole, used }: AddressMonth): number {
  if (used.end <= used.start) return 0;
  return prorate(price, whole, used.start) - prorate(price, whole, used.end);
}

/** Returns the invoice line of an extra address for a month. Its key is unique per span and month. */
export function addressLine(
  sold: Pick<SubscriptionRow, 'id' | 'name' | 'taken_back'>,
  row: ExtraAddressRow,
  part: AddressMonth,
  billing: Billing,
): NewCharge {
  const { month, whole, used } = part;
  const amount = priceOfPart(row.price, part);
  const money = (value: number) => formatMoney(value, row.currency);
  const seconds = secondsLeft(whole, used.start).left - secondsLeft(whole, used.end).left;
  const all = secondsLeft(whole, whole.start).whole;
  const span = `from ${dayIn(billing.zone, used.start)} to ${dayIn(billing.zone, used.end - 1)}`;
  return {
    ...commonOf({ ...sold, currency: row.currency, tax_included: row.tax_included }, used, billing),
    key: `sub:${sold.id}:address:${row.id}:${month}`,
    kind: 'usage',
    ...describeWith(texts.address, { name: sold.name, address: row.address, month }),
    unit_price: amount,
    explanation: {
      rule: 'usage',
      sentence: `Extra address ${row.address} of ${sold.name}, ${span}, by the second, paid afterwards.`,
      steps: [
        { label: 'Price of a month', value: money(row.price) },
        { label: 'In use', value: `${seconds} of ${all} seconds` },
        { label: 'To pay', value: `${money(row.price)} × ${seconds} / ${all} = ${money(amount)}, rounded` },
      ],
    },
  };
}
