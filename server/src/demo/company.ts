import type { Query } from '@hostler/database';
import type { StatementLine } from '#engines/payment/driver.ts';
import { takeTurn } from '#kernel/jobs/recurring.ts';
import { SCOPES } from '#kernel/scopes.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import type { Hostler } from '#program/hostler.ts';
import { furnishDesk } from './desk.ts';
import { backdateCompany, backdateCustomer, clearInvoiceMails, stopRenewal } from './history.ts';
import { recallOutage } from './outages.ts';
import { addCustomersToReview, type TimedOrder } from './review.ts';
import { watchSites } from './sites.ts';
import {
  type Conversation,
  DEAD_PORT,
  LAST_NIGHT,
  nightOf,
  PLANS,
  type Sale,
  type Somebody,
  STAFF,
  STORIES,
  type Story,
  scatter,
  type Trouble,
} from './story.ts';

type Installation = Pick<Hostler, 'operator' | 'customer'>;
type Account = Story & { readonly id: number };

const DEAD_RECEIVER = `http://127.0.0.1:${DEAD_PORT}/hooks/hostler`;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const PAYMENT_TERM = 14 * DAY;
const PAID_AFTER = 2 * DAY + 3 * HOUR;

type Order = EndOf<ReturnType<Installation['customer']['subscriptions']['order']>> & { readonly at: number };
type Orders = ReadonlyMap<Sale, Order>;
type EndOf<Q> = Q extends Query<infer Result> ? Result : never;

interface Given {
  /** Password hashes of all people in the demo. */
  readonly hashes: ReadonlyMap<Somebody, string>;
  /** Lines of the bank statement. */
  readonly bank: readonly StatementLine[];
  /** URL that receives the webhooks of the first customer. */
  readonly receiver: string;
}

/**
 * Creates the whole company in one transaction, so that an interrupted first start can be repeated. Returns the API
 * keys of the first customer.
 */
export function* makeCompany(installation: Installation, { hashes, bank, receiver }: Given, now: number) {
  const { accounts, people, plans, statements } = installation.operator;
  // The story pursues its overdue invoices itself, by days of the past. Billing begins an hour later.
  yield* takeTurn('billing.run', HOUR, now);
  for (const plan of PLANS) yield* plans.create(plan);
  const staff: { id: number | null; name: string }[] = [];
  for (const somebody of STAFF) {
    staff.push(yield* people.createStaff({ ...somebody, password_hash: hashes.get(somebody) }));
  }
  const made: Account[] = [];
  for (const story of STORIES) {
    const { name, owner, member } = story;
    const by = { email: owner.email, owner_name: owner.name, password_hash: hashes.get(owner) };
    const { id } = yield* accounts.create({ name, ...by });
    if (member) yield* people.addMember({ ...member, account_id: id, password_hash: hashes.get(member) });
    made.push({ ...story, id });
  }
  for (const account of made) yield* introduce(installation, account, receiver);
  const orders = yield* takeOrders(installation, made, yield* addCustomersToReview(installation, now), now);
  for (const account of made) yield* furnish(installation, { account, orders, site: new URL(receiver).origin }, now);
  for (const line of bank) yield* statements.importLine(line);
  const [first] = made;
  const [author] = staff;
  if (first && author?.id) yield* furnishDesk(installation.operator, first.id, { id: author.id, name: author.name });
  const keys = yield* makeKeys(installation, first?.id ?? 0);
  yield* backdateCompany(now);
  for (const { id, sales } of made) {
    yield* backdateCustomer(id, Math.min(...sales.map((sale) => soldAt(sale, now))), now);
  }
  return keys;
}

function* makeKeys({ operator: { keys } }: Installation, account_id: number) {
  const key = { account_id, name: 'demo', scopes: SCOPES };
  const live = yield* keys.create({ ...key, environment: 'live' });
  const test = yield* keys.create({ ...key, environment: 'test' });
  return { live, test };
}

/** Adds billing details and webhooks. Runs first, so that later events are delivered. */
function* introduce({ operator }: Installation, account: Account, receiver: string): Query<void> {
  const { id: account_id } = account;
  yield* operator.profiles.update({
    account_id,
    kind: 'business',
    name: account.owner.name,
    company: account.name,
    ...account.address,
  });
  yield* operator.webhooks.create({ account_id, url: receiver, description: 'Our own dashboard' });
  const some = ['ticket.created', 'ticket.replied', 'ticket.closed'];
  yield* operator.webhooks.create({ account_id, url: DEAD_RECEIVER, events: some, description: 'Chat of the office' });
}

/** Places the orders of all customers in order of time, so that invoice numbers follow their dates. */
function* takeOrders(
  installation: Installation,
  accounts: readonly Account[],
  others: readonly TimedOrder[],
  now: number,
): Query<Orders> {
  const { limits } = installation.operator;
  const taken = new Map<Sale, Order>();
  const sold = accounts.flatMap(({ id, sales }) =>
    sales.map((sale): TimedOrder => {
      const at = soldAt(sale, now);
      return {
        at,
        *take() {
          taken.set(sale, yield* takeOrder(installation, id, sale, at));
        },
      };
    }),
  );
  // Raise the limit for now: most of these orders are paid, but only after all are placed.
  for (const { id: account_id } of accounts)
    yield* limits.change({ account_id, limits: { unpaid_orders: sold.length } });
  for (const { take } of [...sold, ...others].sort((a, b) => a.at - b.at)) yield* take();
  for (const { id: account_id } of accounts) {
    yield* limits.change({ account_id, limits: { unpaid_orders: 'default' } });
    yield* clearInvoiceMails(account_id);
  }
  return taken;
}

function* takeOrder({ customer }: Installation, accountId: number, sale: Sale, at: number): Query<Order> {
  const plan = yield* customer.plans.find(sale.plan);
  if (!plan) throw new Error(`The demo has no plan ${sale.plan}.`);
  const price = plan.prices.find(({ period }) => period === (sale.period ?? 'monthly'));
  if (!price) throw new Error(`The plan ${sale.plan} has no price.`);
  // Hourly plans are sold by staff, because that needs no saved payment method or credit.
  const order = { plan, price, hostname: sale.hostname, byStaff: sale.period === 'hourly' };
  return { ...(yield* customer.subscriptions.order(accountId, order, at)), at };
}

interface Furnished {
  readonly account: Account;
  readonly orders: Orders;
  /** Base URL of this server. */
  readonly site: string;
}

function* furnish(installation: Installation, { account, orders, site }: Furnished, now: number): Query<void> {
  const { customer } = installation;
  const servers = new Map<string, number>();
  for (const sale of account.sales) {
    const id = yield* deliver(installation, account.id, sale, orders.get(sale));
    if (id === null) continue;
    servers.set(sale.hostname, id);
    yield* recallOutage(customer, { accountId: account.id, hostingId: id }, sale, now);
    for (const trouble of sale.alerts ?? []) yield* recordTrouble(installation, id, trouble, now);
  }
  // Payments follow the order of time, like the orders.
  for (const [sale, order] of orders)
    if (account.sales.includes(sale)) yield* settle(installation, account.id, sale, order, now);
  yield* leaveMoney(installation, account);
  const databases = new Map<string, number>();
  for (const database of account.databases) {
    const made = yield* customer.databases.create(account.id, database, now - 19 * DAY);
    databases.set(database.name, made.database.id);
  }
  for (const { of, frequency, keep } of account.schedules) {
    const resource =
      'database' in of ? { database_id: databases.get(of.database) } : { hosting_id: servers.get(of.server) };
    const night = new Date(nightOf(now - LAST_NIGHT - DAY));
    const time = night.toISOString().slice(11, 16);
    const weekday = frequency === 'weekly' ? WEEKDAYS[night.getUTCDay()] : undefined;
    // An older schedule would run at once, before the backups of the past days exist. Its first run is not at once.
    yield* customer.schedules.create(account.id, { ...resource, frequency, keep, time, weekday }, now + HOUR);
  }
  for (const conversation of account.tickets) yield* converse(installation, account, conversation, now);
  yield* watchSites(installation, account, site, now);
}

/** Adds credit from a double payment. */
function* leaveMoney({ operator }: Installation, { id: account_id, credit }: Account): Query<void> {
  if (!credit) return;
  yield* operator.payments.grantCredit({ account_id, amount: credit, currency: 'EUR', reason: 'Paid twice' });
}

/** Records an alert of a rule of the server. */
function* recordTrouble(
  { operator: { monitoring } }: Installation,
  hosting_id: number,
  { metric, rule, value, from, to }: Trouble,
  now: number,
): Query<void> {
  const made = rule && (yield* monitoring.createRule({ hosting_id, metric, ...rule }));
  const { id } = made ??
    (yield* monitoring.listRules({ hosting_id })).find((one) => one.metric === metric) ?? { id: 0 };
  yield* monitoring.recordAlert({ id, value, from: now - from, ...(to === undefined ? {} : { to: now - to }) });
}

/** Creates the servers of an order, in the order of the story. */
function* deliver(
  { customer: { subscriptions } }: Installation,
  accountId: number,
  sale: Sale,
  order: Order | undefined,
): Query<number | null> {
  if (!order || sale.ordered) return null;
  const { id } = order.subscription;
  yield* subscriptions.activate(accountId, id, order.at);
  // In the story the server ran at once, so the periods begin with the order.
  yield* subscriptions.begin(accountId, id, order.at);
  if (sale.fate === 'suspend') yield* stopRenewal(accountId, id);
  return (yield* subscriptions.find(accountId, id)).hosting_id;
}

/** Pays the invoice of an order or lets it become overdue, and cancels the subscription if the story says so. */
function* settle(
  { customer: { subscriptions, payments, dunning } }: Installation,
  accountId: number,
  sale: Sale,
  { subscription, invoice, at }: Order,
  now: number,
): Query<void> {
  if (invoice && sale.invoice === 'paid') {
    yield* payments.pay(accountId, invoice.id, 'card', Math.min(now, at + PAID_AFTER));
  }
  if (invoice && sale.invoice === 'overdue') yield* dunning.fallOverdue(accountId, invoice.id, at + PAYMENT_TERM);
  if (sale.cancelled) yield* subscriptions.cancel(accountId, subscription.id, false, now - HOUR);
}

function soldAt({ ago, hostname, period }: Sale, now: number): number {
  const at = ago < DAY ? now - ago : scatter(hostname, now - ago);
  // The usage of a month is invoiced at its end, so it began in this month.
  return period === 'hourly' ? Math.min(now, Math.max(at, startOfMonth(now))) : at;
}

function startOfMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) + MINUTE;
}

function* converse(
  { customer, operator }: Installation,
  account: Account,
  conversation: Conversation,
  now: number,
): Query<void> {
  const { subject, priority, department, ago, talk, closed } = conversation;
  const [first, ...replies] = talk;
  const people = yield* operator.people.list({ account_id: account.id });
  const person = people.find(({ email }) => email === account.owner.email);
  const writer = { type: 'customer', name: account.name, person } as const;
  const staff = { type: 'staff', name: 'Support' } as const;
  const opened = ago < DAY ? now - ago : scatter(subject, now - ago);
  const message = first?.text ?? '';
  const ticket = yield* customer.tickets.create(account.id, writer, { subject, priority, department, message }, opened);
  for (const { by, after, text } of replies) {
    yield* customer.tickets.reply(account.id, by === 'staff' ? staff : writer, ticket.id, text, opened + after);
  }
  const last = replies.at(-1)?.after ?? 0;
  if (closed) yield* customer.tickets.close(account.id, ticket.id, opened + last + HOUR);
}
