import type { Tone } from '#parts/status.tsx';
import type { Order } from './queries.ts';

export const STATUSES: Record<Order['status'], { readonly label: string; readonly tone: Tone }> = {
  in_review: { label: 'In review', tone: 'wait' },
  accepted: { label: 'No review needed', tone: 'good' },
  approved: { label: 'Approved', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'idle' },
};

export const KINDS: Record<Order['kind'], string> = { order: 'Order', sign_up: 'Sign-up' };

const FLAGS: Readonly<Record<string, string>> = {
  card_country: 'Foreign card',
  disposable_email: 'Disposable e-mail',
  many_from_address: 'Many from one address',
  many_from_card: 'Many with one card',
  amount: 'High amount',
  blocked_card: 'Blocked card',
};

/** Returns the short name of a flag. Its reason explains it. */
export function nameFlag(code: string): string {
  return FLAGS[code] ?? code.replaceAll('_', ' ');
}

export const texts = {
  title: 'Orders',
  tabs: 'Order sections',
  inReview: 'In review',
  all: 'All orders',
  blocks: 'Block list',
  description: 'Orders and sign-ups that wait for a decision. Nothing is created before.',
  allDescription: 'Orders of customers, and sign-ups that were reviewed.',
  search: 'Search orders',
  anyStatus: 'Any status',
  anyKind: 'Any kind',
  customer: 'Customer',
  what: 'Order',
  amount: 'Amount',
  flags: 'Flags',
  noFlags: 'None',
  age: 'Created',
  address: 'IP address',
  status: 'Status',
  decide: 'Decision',
  empty: 'No order is waiting. Orders that need a review appear here; HOSTLER_ORDER_REVIEW decides which.',
  emptyAll: 'No orders yet.',
  nothingFound: 'No orders match these filters.',
  approve: 'Approve',
  refuse: 'Refuse',
  approved: (name: string) => `${name} was approved.`,
  refused: (name: string) => `${name} was refused.`,
  close: 'Close',
  refuseTitle: (name: string) => `Refuse ${name}?`,
  refuseOrderText:
    'The order is cancelled and the invoice credited. Card payments are refunded, credit and coupon are returned, and bank transfers are listed for a pay-out.',
  refuseSignUpText: 'The account is suspended and cannot order.',
  reason: 'Reason',
  reasonText: 'Sent to the customer by e-mail.',
  block: 'Block',
  blockText: 'Blocked data cannot be used to sign up or order.',
  blockEmail: (email: string) => `E-mail address ${email}`,
  blockCard: 'Cards of this customer',
  blockAddress: (ip: string) => `IP address ${ip}`,
  requestFailed: 'The order could not be refused',
  loadFailed: 'The order could not be loaded',
  authorizedUntil: 'Card authorised until',
  kind: 'Kind',
  email: 'E-mail',
  postal: 'Billing address',
  vatId: 'VAT ID',
  cardCountries: 'Card issued in',
  trusted: 'Trusted',
  yes: 'Yes',
  subscription: 'Subscription',
  invoice: 'Invoice',
  created: 'Ordered',
  waiting: 'In review since',
  decided: 'Decided',
  decidedBy: 'Decided by',
  decision: 'History',
  flagsTitle: 'Why it is flagged',
};
