import { decimalsOf, formatMoney } from '#kernel/currency.ts';
import type { Invoice } from './schemas.ts';

/** Explains each line of an invoice, and how the lines add up. */
export interface InvoiceReasons {
  readonly number: string;
  readonly lines: readonly { description: string; amount: string; sentence: string; steps: readonly Step[] }[];
  readonly totals: readonly Step[];
}
interface Step {
  readonly label: string;
  readonly value: string;
}

export function explainInvoice(invoice: Invoice): InvoiceReasons {
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  return {
    number: invoice.number,
    lines: invoice.items.map(({ description, amount, tax_included, explanation }) => ({
      description,
      // With a rate of 0 the price contains no tax, also for plans with tax included.
      amount: `${money(amount)} ${tax_included && invoice.tax_rate > 0 ? 'with' : 'without'} tax`,
      sentence: explanation?.sentence ?? 'Issued before charges were explained.',
      steps: explanation?.steps ?? [],
    })),
    totals: [
      ...explainTax(invoice),
      { label: 'Subtotal', value: money(invoice.subtotal) },
      { label: 'Tax', value: money(invoice.tax) },
      { label: 'Total', value: money(invoice.total) },
      { label: 'Paid', value: money(invoice.amount_paid) },
      { label: 'Credited', value: money(invoice.amount_credited) },
      { label: 'Written off', value: money(invoice.amount_written_off) },
      { label: 'Due', value: money(invoice.amount_due) },
    ],
  };
}

/** Explains the arithmetic of totals.ts in words. */
function explainTax({ items, currency, tax_rate: rate, tax_category, tax_note, corrects_id }: Invoice): Step[] {
  if (tax_category === null) return [{ label: 'Tax', value: 'none: nobody had said who sells' }];
  if (corrects_id !== null) return [{ label: 'Tax', value: 'the part of what is taken back' }];
  if (tax_category !== 'standard') return [{ label: 'Tax', value: tax_note ?? tax_category }];
  const sum = (included: boolean) =>
    items.filter(({ tax_included }) => tax_included === included).reduce((total, { amount }) => total + amount, 0);
  const [inside, onTop] = [sum(true), sum(false)];
  const money = (amount: number) => formatMoney(amount, currency);
  // Two more digits than are paid, to show the rounding.
  const exactly = (amount: number) => (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency) + 2);
  return [
    ...(items.some(({ tax_included }) => tax_included)
      ? [
          {
            label: `${rate} % inside prices with tax`,
            value: `${money(inside)} × ${rate} / (100 + ${rate}) = ${exactly((inside * rate) / (100 + rate))}, rounded`,
          },
        ]
      : []),
    ...(items.some(({ tax_included }) => !tax_included)
      ? [
          {
            label: `${rate} % on prices without tax`,
            value: `${money(onTop)} × ${rate} / 100 = ${exactly((onTop * rate) / 100)}, rounded`,
          },
        ]
      : []),
  ];
}

export function writeReasons({ number, lines, totals }: InvoiceReasons): string {
  const steps = (list: readonly Step[]) => list.map(({ label, value }) => `    ${label}: ${value}`);
  return [
    number,
    ...lines.flatMap(({ description, amount, sentence, steps: how }) => [
      '',
      `  ${description}: ${amount}`,
      `    ${sentence}`,
      ...steps(how),
    ]),
    '',
    ...steps(totals),
  ].join('\n');
}
