import { type Query, sql } from '@hostler/database';
import { DAY, HOUR } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import { backdateCustomer, clearInvoiceMails } from './history.ts';

type Installation = Pick<Hostler, 'operator' | 'customer'>;

interface Waiting {
  readonly name: string;
  readonly email: string;
  readonly owner: string;
  readonly address: { street: string; postal_code: string; city: string; country: string };
  readonly plan: string;
  readonly hostname: string;
  readonly ago: number;
  readonly ip: string;
  readonly flags: readonly { readonly code: string; readonly reason: string }[];
}

/** New customers whose first order waits for staff. */
const WAITING: readonly Waiting[] = [
  {
    name: 'Quickmart Deals',
    email: 'deals@mailinator.com',
    owner: 'Toni Brandt',
    address: { street: 'Hafenstraße 12', postal_code: '20457', city: 'Hamburg', country: 'DE' },
    plan: 'Cloud L',
    hostname: 'deals.demo.example',
    ago: DAY + 2 * HOUR,
    ip: '203.0.113.77',
    flags: [
      { code: 'disposable_email', reason: 'mailinator.com provides disposable e-mail addresses.' },
      { code: 'many_from_address', reason: 'More than 3 orders from the IP address 203.0.113.77 within 24 hours.' },
    ],
  },
  {
    name: 'Atelier Moreau',
    email: 'claire@moreau.example',
    owner: 'Claire Moreau',
    address: { street: '8 rue des Lilas', postal_code: '69002', city: 'Lyon', country: 'FR' },
    plan: 'Cloud M',
    hostname: 'atelier.demo.example',
    ago: 3 * HOUR,
    ip: '198.51.100.23',
    flags: [{ code: 'card_country', reason: 'The billing address is in FR; the card was issued in BR.' }],
  },
];

const HOLD_ORDER = sql<{ account_id: number; flags: string; ip: string; at: number }>(
  `update orders set status = 'in_review', flags = :flags, address = :ip, waits_since = :at, created_at = :at
   where account_id = :account_id`,
);
const HOLD_SUBSCRIPTION = sql<{ account_id: number; at: number }>(
  'update subscriptions set review_since = :at, revision = revision + 1 where account_id = :account_id',
);

/** An order in its place in time: the numbers of invoices follow their dates. */
export interface TimedOrder {
  readonly at: number;
  take(): Query<void>;
}

/**
 * Adds customers whose orders are in review, and returns these orders. The settings of the demo let other orders pass,
 * so these are held directly.
 */
export function* addCustomersToReview({ operator, customer }: Installation, now: number): Query<TimedOrder[]> {
  const orders: TimedOrder[] = [];
  for (const { name, email, owner, address, plan: wanted, hostname, ago, ip, flags } of WAITING) {
    const { id: account_id } = yield* operator.accounts.create({ name, email, owner_name: owner });
    yield* operator.profiles.update({ account_id, kind: 'business', name: owner, company: name, ...address });
    const at = now - ago;
    const take = function* () {
      const plan = yield* customer.plans.find(wanted);
      const price = plan?.prices.find(({ period }) => period === 'monthly');
      if (!plan || !price) throw new Error(`The demo has no plan ${wanted}.`);
      yield* customer.subscriptions.order(account_id, { plan, price, hostname }, at);
      yield* HOLD_ORDER.run({ account_id, flags: JSON.stringify(flags), ip, at });
      yield* HOLD_SUBSCRIPTION.run({ account_id, at });
      yield* clearInvoiceMails(account_id);
      yield* backdateCustomer(account_id, at, now);
    };
    orders.push({ at, take });
  }
  return orders;
}
