import { formatMoney } from '#kernel/currency.ts';
import type { Letter } from '#kernel/mail/letter.ts';
import type { Invoice } from '../../invoices/index.ts';
import type { Cover } from '../../subscriptions/index.ts';

/** Servers run at least until `suspensionDay`, a formatted date. */
export function writeUsage(
  { currency, credit, covered, limit, hasMethod, unbilled, unpaid }: Cover,
  { level, suspensionDay }: { readonly level: number; readonly suspensionDay: string },
  url: string,
): Letter {
  const money = (amount: number) => formatMoney(amount, currency);
  const next = hasMethod
    ? 'When all of it is used, the usage is invoiced and charged to your saved payment method. If the charge fails, the servers are suspended'
    : 'When all of it is used, the servers are suspended';
  return {
    subject: `Hourly servers: ${level} % of the covered amount is used`,
    paragraphs: [
      `The unpaid usage of your hourly servers is ${money(unbilled + unpaid)}. This is at least ${level} % of the ${money(covered ?? 0)} that are covered.`,
      `${next}, on ${suspensionDay} at the earliest. Suspended servers are switched off, keep their data and cost nothing.`,
      hasMethod
        ? 'Pay your open invoices or add credit to keep them running.'
        : 'Add credit or save a payment method to keep them running.',
    ],
    facts: [
      ['Used and not invoiced', money(unbilled)],
      ['Invoiced and not paid', money(unpaid)],
      ['Credit', money(credit)],
      ...(hasMethod && limit !== null ? ([['Covered by your payment method', money(limit)]] as const) : []),
      ['Not suspended before', suspensionDay],
    ],
    action: { label: 'Open billing', url },
  };
}

export function writeUsageSuspension({ number, amount_due, currency }: Invoice, url: string): Letter {
  return {
    subject: 'Hourly servers are suspended: usage is not covered',
    paragraphs: [
      'The usage of your hourly servers is no longer covered. They were suspended today, as announced. They are switched off, keep their data and cost nothing.',
      `They start again as soon as invoice ${number} is paid.`,
    ],
    facts: [
      ['Invoice', number],
      ['To pay', formatMoney(amount_due, currency)],
    ],
    action: { label: 'Pay the invoice', url },
  };
}
