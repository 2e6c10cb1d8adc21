import type { Invoice, Subscription } from '@hostler/sdk';
import type { Tone } from '../../parts/status.tsx';

interface Shown {
  readonly label: string;
  readonly tone: Tone;
}

export const SUBSCRIPTION_STATUSES: Readonly<Record<Subscription['status'], Shown>> = {
  pending: { label: 'Waiting for payment', tone: 'wait' },
  active: { label: 'Active', tone: 'good' },
  past_due: { label: 'Past due', tone: 'bad' },
  suspended: { label: 'Suspended', tone: 'wait' },
  cancelled: { label: 'Cancelled', tone: 'idle' },
};

/** Shown for an order that is paid and whose server does not run yet. */
export const CREATING_SERVER: Shown = { label: 'Creating server', tone: 'wait' };

/** Shown for an order that waits for a decision of the company. */
export const IN_REVIEW: Shown = { label: 'In review', tone: 'wait' };

export const INVOICE_STATUSES: Readonly<Record<Invoice['status'], Shown>> = {
  unpaid: { label: 'Due', tone: 'wait' },
  overdue: { label: 'Overdue', tone: 'bad' },
  paid: { label: 'Paid', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'idle' },
};

export const PERIODS: Readonly<Record<Subscription['billing_period'], string>> = {
  monthly: 'a month',
  yearly: 'a year',
  hourly: 'an hour',
};

export const texts = {
  onHold: 'This invoice was restored from our archive. You do not have to pay it until we know whether it was paid.',
  title: 'Billing',
  parts: 'Parts of billing',
  tabs: { overview: 'Overview', payment: 'Payment', profile: 'Billing details' },
  credit: 'Credit',
  creditText: 'Applied to your next invoice automatically.',
  noCredit: 'Overpayments appear here.',
  usage: 'This month so far',
  usageText: 'Hourly servers, before tax. Billed at the end of the month.',
  upcoming: 'Upcoming charges',
  upcomingText:
    'Renewals in the next 30 days, by the price of the plan. Coupons, usage and added tax are not included.',
  invoiceDate: 'Invoice date',
  payAll: 'Pay all',
  subscription: 'Subscription',
  subscriptions: 'Subscriptions',
  invoices: 'Invoices',
  product: 'Product',
  price: 'Price',
  next: 'Next',
  status: 'Status',
  search: 'Search by number',
  number: 'Number',
  issued: 'Issued',
  due: 'Due',
  amount: 'Amount',
  noSubscriptions: 'No subscriptions yet. Each order is listed here with its price and renewal date.',
  noInvoices: 'No invoices yet. Each order and renewal adds one, with a PDF to download.',
  noMatch: 'No invoice matches these filters.',
  nothingDue: 'Nothing is due.',
  cancel: 'Cancel subscription',
  when: 'When should it end?',
  atEnd: 'At the end of the period',
  now: 'Now',
  keep: 'Keep it',
  renews: 'Renews',
  ends: 'Ends',
  ended: 'Ended',
  becomes: (plan: string) => `Becomes ${plan}`,
  becomesPaid: (plan: string) => `Becomes ${plan} when paid`,
  costs: (price: string) => `Costs ${price} from`,
  newPrice: (name: string) => `New price of ${name}`,
  priceFrom: (old: string, price: string) => `${old} today, ${price} from`,
  mayCancel:
    'If you do not want to pay the new price, cancel before that day. The subscription then ends with its period.',
  agreed: 'You have agreed to the new price.',
  keepsPrice: 'The new price applies only if you agree. If you do not, your price stays as it is.',
  endsWithout: 'The new price applies only if you agree. If you do not, the subscription ends on that day.',
  agree: 'Agree to the new price',
  freeUntil: 'Free until',
  afterPayment: 'Starts when it is paid',
  month: 'Billed at the end of the month',
  item: 'Item',
  why: 'Why this amount',
  subtotal: 'Subtotal',
  taxOf: (rate: number) => (rate > 0 ? `VAT ${rate} %` : 'VAT'),
  taxIn: (rate: number) => (rate > 0 ? `Includes VAT ${rate} %` : 'Includes VAT'),
  beforeTax: 'Before tax',
  total: 'Total',
  paid: 'Paid',
  credited: 'Credited',
  writtenOff: 'Written off',
  creditNote: 'Credit note',
  corrects: 'Corrects',
  customer: 'Billed to',
  reference: 'Payment reference',
  pay: 'Pay',
  payFirst: (amount: string) => `Pay oldest invoice, ${amount}`,
  payAmount: (amount: string) => `Pay ${amount}`,
  pdf: 'PDF',
  pdfOf: (number: string) => `PDF of ${number}`,
  changePlan: 'Change plan',
  resume: 'Undo cancellation',
  resumed: 'The subscription continues.',
} as const;
