import type { Hostler } from '../hostler.ts';
import type { Query } from '../kernel/db/query.ts';
import { SCOPES } from '../kernel/http/scopes.ts';
import { DAY, HOUR } from '../kernel/time.ts';
import { recallOutage } from './outages.ts';
import { watchSites } from './sites.ts';
import {
  type Conversation,
  DEAD_PORT,
  PLANS,
  type Sale,
  type Somebody,
  STAFF,
  STORIES,
  type Story,
  scatter,
  type Trouble,
} from './story.ts';

type House = Pick<Hostler, 'operator' | 'customer'>;
type Account = Story & { readonly id: number };

const DEAD_RECEIVER = `http://127.0.0.1:${DEAD_PORT}/hooks/hostler`;
const PAYMENT_TERM = 14 * DAY;
const PAID_AFTER = 2 * DAY + 3 * HOUR;

/** What everybody's password is kept as. */
type Hashes = ReadonlyMap<Somebody, string>;

/** All of it or nothing: a start that is cut short is the first one again. Gives the keys of the first customer. */
export function* makeCompany(house: House, hashes: Hashes, now: number, receiver: string) {
  const { accounts, people, plans } = house.operator;
  for (const plan of PLANS) yield* plans.create(plan);
  yield* people.createStaff({ ...STAFF, role: 'owner', password_hash: hashes.get(STAFF) });
  const made: Account[] = [];
  for (const story of STORIES) {
    const { name, owner, member } = story;
    const by = { email: owner.email, owner_name: owner.name, password_hash: hashes.get(owner) };
    const { id } = yield* accounts.create({ name, ...by });
    if (member) yield* people.addMember({ ...member, account_id: id, password_hash: hashes.get(member) });
    made.push({ ...story, id });
  }
  for (const account of made) yield* furnish(house, account, now, receiver);
  const [first] = made;
  return yield* makeKeys(house, first?.id ?? 0);
}

function* makeKeys({ operator: { keys } }: House, account_id: number) {
  const key = { account_id, name: 'demo', scopes: SCOPES };
  const live = yield* keys.create({ ...key, environment: 'live' });
  const test = yield* keys.create({ ...key, environment: 'test' });
  return { live, test };
}

function* furnish(house: House, account: Account, now: number, receiver: string): Query<void> {
  const { operator, customer } = house;
  // First, so that what follows is delivered.
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
  const servers = new Map<string, number>();
  for (const sale of account.sales) {
    const id = yield* sell(house, account.id, sale, now);
    if (id === null) continue;
    servers.set(sale.hostname ?? '', id);
    yield* recallOutage(customer, { accountId: account.id, hostingId: id }, sale, now);
    for (const trouble of sale.alerts ?? []) yield* recordTrouble(house, id, trouble, now);
  }
  yield* leaveMoney(house, account, now);
  const databases = new Map<string, number>();
  for (const database of account.databases) {
    const made = yield* customer.databases.create(account.id, database, now - 19 * DAY);
    databases.set(database.name, made.database.id);
  }
  for (const { of, frequency, keep } of account.schedules) {
    const resource =
      'database' in of ? { database_id: databases.get(of.database) } : { hosting_id: servers.get(of.server) };
    yield* customer.schedules.create(account.id, { ...resource, frequency, keep }, now - 18 * DAY);
  }
  for (const conversation of account.tickets) yield* converse(house, account, conversation, now);
  yield* watchSites(house, account, new URL(receiver).origin, now);
}

/** A card that is charged by itself, and what was paid too much. */
function* leaveMoney(
  { operator, customer }: House,
  { id: account_id, card, credit }: Account,
  now: number,
): Query<void> {
  if (card) {
    const mandate = { ...card, key: null, status: 'active', expiresAt: null } as const;
    yield* customer.payments.keepMethod(account_id, 'simulated', mandate, now - 20 * DAY);
  }
  if (credit) {
    yield* operator.payments.grantCredit({ account_id, amount: credit, currency: 'EUR', reason: 'Paid twice' });
  }
}

/** What a rule of the server found. */
function* recordTrouble(
  { operator: { monitoring } }: House,
  hosting_id: number,
  { metric, rule, value, from, to }: Trouble,
  now: number,
): Query<void> {
  const made = rule && (yield* monitoring.createRule({ hosting_id, metric, ...rule }));
  const { id } = made ??
    (yield* monitoring.listRules({ hosting_id })).find((one) => one.metric === metric) ?? { id: 0 };
  yield* monitoring.recordAlert({ id, value, from: now - from, ...(to === undefined ? {} : { to: now - to }) });
}

/** A sale with its server, and what became of its invoice. */
function* sell({ customer }: House, accountId: number, sale: Sale, now: number): Query<number | null> {
  const { subscriptions, payments, plans, dunning } = customer;
  const plan = yield* plans.find(sale.plan);
  if (!plan) throw new Error(`The demo has no plan ${sale.plan}.`);
  const sold = sale.ago < DAY ? now - sale.ago : scatter(sale.hostname ?? sale.plan, now - sale.ago);
  const price = plan.prices.find(({ period }) => (period === 'hourly') === (sale.hourly ?? false));
  if (!price) throw new Error(`The plan ${sale.plan} has no price.`);
  const order = { plan, price, hostname: sale.hostname, byStaff: !sale.ordered };
  const { subscription, invoice } = yield* subscriptions.order(accountId, order, sold);
  if (!invoice) return subscription.hosting_id;
  if (sale.invoice === 'paid') yield* payments.pay(accountId, invoice.id, 'card', Math.min(now, sold + PAID_AFTER));
  if (sale.invoice === 'overdue') yield* dunning.fallOverdue(accountId, invoice.id, sold + PAYMENT_TERM);
  if (sale.cancelled) yield* subscriptions.cancel(accountId, subscription.id, false, now - HOUR);
  return subscription.hosting_id;
}

function* converse({ customer }: House, account: Account, conversation: Conversation, now: number): Query<void> {
  const { subject, priority, department, ago, talk, closed } = conversation;
  const [first, ...replies] = talk;
  const writer = { type: 'customer', name: account.owner.name } as const;
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
