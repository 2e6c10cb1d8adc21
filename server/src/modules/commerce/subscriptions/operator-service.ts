import type { Database } from '../../../kernel/db/database.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { AccountListRequest } from '../../../kernel/db/staff-list.ts';
import { conflict, notFound, validationError } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import { readHostname, readSshKeys } from '../../resources/hosting/index.ts';
import { type BillingPeriod, findPlan, type Plan, type PlanPrice } from '../plans/index.ts';
import { findProfile, hasAddress } from '../profiles/index.ts';
import { findRow } from './change.ts';
import type { ChangeRequest, ChangeService } from './changes/service.ts';
import { viewPreview } from './changes/view.ts';
import { findSubscriptionOwner, listAllSubscriptions } from './operator-store.ts';
import type { DeliveryService } from './orders/delivery.ts';
import { checkDeliveries } from './orders/operator-service.ts';
import type { OrderService } from './orders/service.ts';
import type { Subscription, SubscriptionStatus } from './schemas.ts';
import type { SubscriptionService } from './service.ts';
import { choosePrice } from './terms.ts';
import { viewSubscription } from './view.ts';

/** What the billing run asks for, each page after the last of the one before; by indexed columns only. */
export {
  type DueSubscription,
  listPendingChanges,
  listToActivate,
  listToBill,
  listToChange,
  listToEnd,
  listUndelivered,
  listUnpaidOrders,
} from './operator-store.ts';

interface NewSubscription {
  account_id: number;
  /** Id or name of the plan. */
  plan: string;
  /** The first that the plan is sold in, when absent. */
  period?: BillingPeriod | undefined;
  /** Host name of the VPS that comes with it; none when absent. */
  hostname?: string | undefined;
  /** The plan's usual one when absent. */
  image?: string | undefined;
  /** Who may log in to that VPS. */
  ssh_keys?: readonly string[] | undefined;
  coupon?: string | undefined;
}

interface PlanChange extends ChangeRequest {
  id: number;
  /** As the preview said; whatever it is, when absent. */
  expected_amount?: number | undefined;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  subscriptions: Pick<SubscriptionService, 'cancel' | 'resume'>;
  orders: Pick<OrderService, 'order' | 'activate'>;
  delivery: Pick<DeliveryService, 'retryNow'>;
  changes: Pick<ChangeService, 'preview' | 'change'>;
}

export type SubscriptionOperatorService = ReturnType<typeof createSubscriptionOperatorService>;

export function createSubscriptionOperatorService(dependencies: Dependencies) {
  const { db, clock, subscriptions, orders, delivery, changes } = dependencies;

  /** Sells a plan to a customer: the subscription, its first invoice and, with a host name, its VPS, paid or not. */
  function* create({ account_id, image, coupon, ...given }: NewSubscription) {
    const sshKeys = readSshKeys(given.ssh_keys ?? []);
    if (given.hostname === undefined && sshKeys.length > 0) {
      const message = 'is missing: without one there is no VPS to log in to.';
      throw validationError([{ field: 'hostname', message }]);
    }
    yield* requireAccount(account_id);
    const plan = yield* findPlan(given.plan);
    if (!plan) throw notFound('Plan');
    const price = yield* findPrice(account_id, plan, given.period);
    const hostname = given.hostname === undefined ? undefined : readHostname(given.hostname);
    const order = { plan, price, hostname, image, sshKeys, coupon, byStaff: true };
    const { subscription, invoice } = yield* orders.order(account_id, order, clock.now());
    const warning = hasAddress(yield* findProfile(account_id)) ? null : warnOfAddress(account_id);
    return { ...viewSubscription(subscription), invoice: invoice ?? null, warning };
  }

  /** Of all customers, or of one. */
  function* list(request: AccountListRequest<SubscriptionStatus> = {}): Query<OwnedSubscription[]> {
    const rows = yield* listAllSubscriptions(request);
    return rows.map((row) => ({ account_id: row.account_id, ...viewSubscription(row) }));
  }

  /** At the end of what is paid for, or now. */
  function* cancel({ id, immediately = false }: { id: number; immediately?: boolean | undefined }) {
    const accountId = yield* requireOwner(id);
    return viewSubscription(yield* subscriptions.cancel(accountId, id, immediately, clock.now()));
  }

  /** Takes a cancellation back that has not happened yet. */
  function* resume({ id }: { id: number }): Query<Subscription> {
    return viewSubscription(yield* subscriptions.resume(yield* requireOwner(id), id));
  }

  /** Creates the server of a paid order now, without waiting for the next automatic attempt. */
  function* retryOrder(id: number): Query<OwnedSubscription> {
    const accountId = yield* requireOwner(id);
    const now = clock.now();
    const { activate_at } = yield* findRow(accountId, id);
    if (activate_at !== null) yield* orders.activate(accountId, id, now);
    else yield* delivery.retryNow(accountId, id, now);
    return { account_id: accountId, ...viewSubscription(yield* findRow(accountId, id)) };
  }

  /** What another plan would cost, and from when on. */
  function* preview({ id, ...request }: ChangeRequest & { id: number }) {
    const previewed = yield* changes.preview(yield* requireOwner(id), id, request, clock.now());
    // Staff trust the account with it.
    return viewPreview(previewed, { isPaidFirst: false });
  }

  /** For what it costs at this moment; a CONFLICT where that is not what was expected. */
  function* changePlan({ id, expected_amount, ...request }: PlanChange) {
    const accountId = yield* requireOwner(id);
    const now = clock.now();
    const { totals } = yield* changes.preview(accountId, id, request, now);
    const confirmed = { ...request, expected_amount: expected_amount ?? totals.total, byStaff: true };
    const { subscription, invoice } = yield* changes.change(accountId, id, confirmed, now);
    return { ...viewSubscription(subscription), invoice: invoice ?? null };
  }

  return { create, list, cancel, resume, retryOrder, preview, changePlan, check: () => checkDeliveries(db) };
}

function warnOfAddress(accountId: number): string {
  return `Account ${accountId} has no complete billing address: its invoices have the seller's tax. Add it with hostler account tax --id ${accountId}.`;
}

function* requireOwner(id: number): Query<number> {
  const accountId = yield* findSubscriptionOwner(id);
  if (accountId === undefined) throw notFound('Subscription');
  return accountId;
}

/** In the currency of the account where it is sold so; staff may also sell in another. */
function* findPrice(accountId: number, plan: Plan, period: BillingPeriod | undefined): Query<PlanPrice> {
  const { currency } = yield* findProfile(accountId);
  const price = choosePrice(plan, currency ?? plan.currency, period) ?? choosePrice(plan, plan.currency, period);
  if (!price) throw conflict(`${plan.name} is not sold so. Its prices: ${plan.prices.map(describePrice).join(', ')}.`);
  return price;
}

function describePrice({ period, currency, price }: PlanPrice): string {
  return `${period}:${currency}:${price}`;
}

type OwnedSubscription = Subscription & { account_id: number };
