import { formatMoney } from '../../../../kernel/currency.ts';
import type { Letter } from '../../../../kernel/mail/letter.ts';
import type { Invoice } from '../../invoices/index.ts';
import type { Cover } from '../../subscriptions/index.ts';

/** `suspensionDay`: as people write it; servers run at least until then. */
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
    subject: `Hourly servers: ${level} % of what covers them is used`,
    paragraphs: [
      `Your hourly servers have used ${money(unbilled + unpaid)} that is not paid yet. That is at least ${level} % of the ${money(covered ?? 0)} that cover it.`,
      `${next}, on ${suspensionDay} at the earliest. Suspended servers are switched off, keep their data and cost nothing.`,
      hasMethod
        ? 'Pay your open invoices or pay in credit to keep them running.'
        : 'Pay in credit or save a payment method to keep them running.',
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
      'Nothing covers the usage of your hourly servers any more. They were suspended today, as our earlier mail said. They are switched off, keep their data and cost nothing.',
      `They start again as soon as invoice ${number} is paid.`,
    ],
    facts: [
      ['Invoice', number],
      ['To pay', formatMoney(amount_due, currency)],
    ],
    action: { label: 'Pay the invoice', url },
  };
}
