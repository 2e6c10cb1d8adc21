import type { Invoice } from '@hostler/sdk';
import { Money } from '../../parts/money.tsx';
import { formatMoney } from '../../parts/numbers.ts';
import { Day } from './day.tsx';
import type { Explained } from './explanation.tsx';
import classes from './invoice-items.module.css';
import { texts } from './texts.ts';
import { Why } from './why.tsx';

type Item = Invoice['items'][number];
type Itemised = Pick<
  Invoice,
  | 'type'
  | 'currency'
  | 'items'
  | 'tax_rate'
  | 'subtotal'
  | 'tax'
  | 'total'
  | 'amount_paid'
  | 'amount_credited'
  | 'amount_written_off'
  | 'amount_due'
>;

/** Lists the lines of an invoice, each with its explanation. Amounts are net, so that they add up to the subtotal. */
export function InvoiceItems({ invoice }: { invoice: Itemised }) {
  const { currency, items, tax_rate } = invoice;
  return (
    <table className={classes.items}>
      <thead>
        <tr>
          <th scope="col">{texts.item}</th>
          <th scope="col">{texts.amount}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          // Two lines may be equal; their order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: the items keep their order.
          <InvoiceItem key={index} item={item} currency={currency} taxRate={tax_rate} />
        ))}
      </tbody>
      <tfoot>
        {sumsOf(invoice).map(({ name, amount, strong }) => (
          <tr key={name} data-strong={strong}>
            <th scope="row">{name}</th>
            <td>
              <Money amount={amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

interface InvoiceItemProps {
  readonly item: Item;
  readonly currency: string;
  readonly taxRate: number;
}

function InvoiceItem({ item, currency, taxRate }: InvoiceItemProps) {
  const { description, quantity, period_start, period_end, net_amount } = item;
  const explanation = explain(item, currency, taxRate);
  return (
    <tr>
      <td>
        {quantity > 1 && `${quantity} × `}
        {description}
        {period_start !== period_end && (
          <div className={classes.period}>
            <Day at={period_start} /> – <Day at={period_end} />
          </div>
        )}
        {explanation && (
          <div>
            <Why explanation={explanation} />
          </div>
        )}
      </td>
      <td>
        <Money amount={net_amount} currency={currency} />
      </td>
    </tr>
  );
}

/** Explains a line from its price to its net amount; the price may include tax. */
function explain({ explanation, amount, net_amount }: Item, currency: string, taxRate: number): Explained | null {
  if (!explanation || amount === net_amount) return explanation;
  const withoutTax = [
    { label: texts.taxIn(taxRate), value: formatMoney(net_amount - amount, currency) },
    { label: texts.beforeTax, value: formatMoney(net_amount, currency) },
  ];
  return { ...explanation, steps: [...explanation.steps, ...withoutTax] };
}

interface Sum {
  readonly name: string;
  readonly amount: number;
  readonly strong?: true;
}

/** Returns the totals, without zero amounts. */
function sumsOf(invoice: Itemised): Sum[] {
  const { subtotal, tax, tax_rate, total, amount_paid, amount_credited, amount_written_off, amount_due } = invoice;
  const some = (name: string, amount: number): Sum[] => (amount === 0 ? [] : [{ name, amount }]);
  return [
    { name: texts.subtotal, amount: subtotal },
    { name: texts.taxOf(tax_rate), amount: tax },
    { name: texts.total, amount: total, strong: true },
    ...some(texts.paid, amount_paid),
    ...some(texts.credited, amount_credited),
    ...some(texts.writtenOff, amount_written_off),
    ...(invoice.type === 'credit_note' ? [] : [{ name: texts.due, amount: amount_due, strong: true as const }]),
  ];
}
