import type { Invoice, Subscription } from '@hostler/sdk';
import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '../../parts/numbers.ts';
import type { Tone } from '../../parts/status.tsx';

interface Shown {
  readonly label: string;
  readonly tone: Tone;
}

export const SUBSCRIPTION_STATUSES: Readonly<Record<Subscription['status'], Shown>> = {
  pending: { label: t`Waiting for payment`, tone: 'wait' },
  active: { label: t`Active`, tone: 'good' },
  past_due: { label: t`Past due`, tone: 'bad' },
  suspended: { label: t`Suspended`, tone: 'wait' },
  cancelled: { label: t({ message: 'Cancelled', context: 'subscription' }), tone: 'idle' },
};

/** Shown for an order that is paid and whose server does not run yet. */
export const CREATING_SERVER: Shown = { label: t`Creating server`, tone: 'wait' };

/** Shown for an order that waits for a decision of the company. */
export const IN_REVIEW: Shown = { label: t`In review`, tone: 'wait' };

export const INVOICE_STATUSES: Readonly<Record<Invoice['status'], Shown>> = {
  unpaid: { label: t`Due`, tone: 'wait' },
  overdue: { label: t`Overdue`, tone: 'bad' },
  paid: { label: t`Paid`, tone: 'good' },
  cancelled: { label: t`Cancelled`, tone: 'idle' },
};

export const PERIODS: Readonly<Record<Subscription['billing_period'], string>> = {
  monthly: t`a month`,
  yearly: t`a year`,
  hourly: t`an hour`,
};

/** Fragment of the address of a server's subscription on its page. */
export const SUBSCRIPTION_SECTION = 'subscription';

export const texts = {
  onHold: t`This invoice was restored from our archive. You do not have to pay it until we know whether it was paid.`,
  title: t`Billing`,
  parts: t`Parts of billing`,
  tabs: { overview: t`Overview`, payment: t`Payment`, profile: t`Billing details` },
  credit: t`Credit`,
  creditText: t`Applied to your next invoice automatically.`,
  noCredit: t`Overpayments appear here.`,
  usage: t`This month so far`,
  usageText: t`Hourly servers, before tax. Billed at the end of the month.`,
  upcoming: t`Upcoming charges`,
  upcomingText: t`Renewals in the next 30 days, by the price of the plan. Coupons, usage and added tax are not included.`,
  invoiceDate: t`Invoice date`,
  payAll: t`Pay all`,
  subscription: t`Subscription`,
  subscriptions: t`Subscriptions`,
  invoices: t`Invoices`,
  product: t`Product`,
  price: t`Price`,
  next: t`Next`,
  status: t`Status`,
  search: t`Search by number`,
  number: t`Number`,
  issued: t`Issued`,
  due: t`Due`,
  amount: t`Amount`,
  noSubscriptions: t`No subscriptions yet. Each order is listed here with its price and renewal date.`,
  noInvoices: t`No invoices yet. Each order and renewal adds one, with a PDF to download.`,
  countInvoices: (count: number) => plural(count, { one: '# invoice', other: '# invoices' }),
  noMatch: t`No invoice matches these filters.`,
  nothingDue: t`Nothing is due.`,
  cancel: t`Cancel subscription`,
  when: t`When should it end?`,
  atEnd: t`At the end of the period`,
  now: t`Now`,
  keep: t`Keep it`,
  renews: (day: string) => t`Renews ${day}`,
  notBilled: t`Not billed`,
  ends: (day: string) => t`Ends ${day}`,
  ended: (day: string) => t`Ended ${day}`,
  becomes: (plan: string) => (day: string) => t`Becomes ${plan} ${day}`,
  becomesPaid: (plan: string) => t`Becomes ${plan} when paid`,
  costs: (price: string) => (day: string) => t`Costs ${price} from ${day}`,
  newPrice: (name: string) => t`New price of ${name}`,
  priceFrom: (old: string, price: string) => (day: string) => t`${old} today, ${price} from ${day}.`,
  mayCancel: t`If you do not want to pay the new price, cancel before that day. The subscription then ends with its period.`,
  agreed: t`You have agreed to the new price.`,
  keepsPrice: t`The new price applies only if you agree. If you do not, your price stays as it is.`,
  endsWithout: t`The new price applies only if you agree. If you do not, the subscription ends on that day.`,
  agree: t`Agree to the new price`,
  freeUntil: (day: string) => t`Free until ${day}`,
  afterPayment: t`Starts when it is paid`,
  month: t`Billed at the end of the month`,
  item: t`Item`,
  why: t`Why this amount`,
  subtotal: t`Subtotal`,
  taxOf: (percent: number) => {
    const rate = formatNumber(percent);
    return percent > 0 ? t`VAT ${rate} %` : t`VAT`;
  },
  taxIn: (percent: number) => {
    const rate = formatNumber(percent);
    return percent > 0 ? t`Includes VAT ${rate} %` : t`Includes VAT`;
  },
  beforeTax: t`Before tax`,
  total: t`Total`,
  paid: t`Paid`,
  credited: t`Credited`,
  writtenOff: t`Written off`,
  creditNote: t`Credit note`,
  corrects: t`Corrects`,
  customer: t`Billed to`,
  reference: t`Payment reference`,
  pay: t`Pay`,
  payFirst: (amount: string) => t`Pay oldest invoice, ${amount}`,
  payAmount: (amount: string) => t`Pay ${amount}`,
  pdf: 'PDF',
  pdfOf: (number: string) => t`PDF of ${number}`,
  changePlan: t`Change plan`,
  resume: t`Undo cancellation`,
  resumed: t`The subscription continues.`,
} as const;
