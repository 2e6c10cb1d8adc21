import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';
import type { Order } from './queries.ts';

export const STATUSES: Record<Order['status'], { readonly label: string; readonly tone: Tone }> = {
  in_review: { label: t`In review`, tone: 'wait' },
  accepted: { label: t`No review needed`, tone: 'good' },
  approved: { label: t`Approved`, tone: 'good' },
  refused: { label: t`Refused`, tone: 'bad' },
  cancelled: { label: t`Cancelled`, tone: 'idle' },
};

export const KINDS: Record<Order['kind'], string> = { order: t`Order`, sign_up: t`Sign-up` };

const FLAGS: Readonly<Record<string, string>> = {
  card_country: t`Foreign card`,
  disposable_email: t`Disposable e-mail`,
  many_from_address: t`Many from one address`,
  many_from_card: t`Many with one card`,
  amount: t`High amount`,
  blocked_card: t`Blocked card`,
};

/** Returns the short name of a flag. Its reason explains it. */
export function nameFlag(code: string): string {
  return FLAGS[code] ?? code.replaceAll('_', ' ');
}

export const texts = {
  title: t`Orders`,
  tabs: t`Order sections`,
  inReview: t`In review`,
  all: t`All orders`,
  blocks: t`Block list`,
  description: t`Orders and sign-ups that wait for a decision. Nothing is created before.`,
  allDescription: t`Orders of customers, and sign-ups that were reviewed.`,
  search: t`Search orders`,
  anyStatus: t`Any status`,
  anyKind: t`Any kind`,
  customer: t`Customer`,
  what: t`Order`,
  amount: t`Amount`,
  flags: t`Flags`,
  noFlags: t`None`,
  age: t`Created`,
  address: t`IP address`,
  status: t`Status`,
  decide: t`Decision`,
  empty: t`No order is waiting. Orders that need a review appear here; HOSTLER_ORDER_REVIEW decides which.`,
  emptyAll: t`No orders yet.`,
  nothingFound: t`No orders match these filters.`,
  approve: t`Approve`,
  refuse: t`Refuse`,
  approved: (name: string) => t`${name} was approved.`,
  refused: (name: string) => t`${name} was refused.`,
  close: t`Close`,
  refuseTitle: (name: string) => t`Refuse ${name}?`,
  refuseOrderText: t`The order is cancelled and the invoice credited. Card payments are refunded, credit and coupon are returned, and bank transfers are listed for a pay-out.`,
  refuseSignUpText: t`The account is suspended and cannot order.`,
  reason: t`Reason`,
  reasonText: t`Sent to the customer by e-mail.`,
  block: t`Block`,
  blockText: t`Blocked data cannot be used to sign up or order.`,
  blockEmail: (email: string) => t`E-mail address ${email}`,
  blockCard: t`Cards of this customer`,
  blockAddress: (ip: string) => t`IP address ${ip}`,
  requestFailed: t`The order could not be refused`,
  loadFailed: t`The order could not be loaded`,
  authorizedUntil: t`Card authorised until`,
  kind: t`Kind`,
  email: t`E-mail`,
  postal: t`Billing address`,
  vatId: t`VAT ID`,
  cardCountries: t`Card issued in`,
  trusted: t`Trusted`,
  yes: t`Yes`,
  subscription: t`Subscription`,
  invoice: t`Invoice`,
  created: t`Ordered`,
  waiting: t`In review since`,
  decided: t`Decided`,
  decidedBy: t`Decided by`,
  decision: t`History`,
  flagsTitle: t`Why it is flagged`,
};
