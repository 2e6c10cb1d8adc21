import type { AccountListRequest, Database, Query } from '@hostler/database';
import { notFound, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { requireAccount, withAccountNames } from '../../identity/accounts/index.ts';
import { readHostname, readSshKeys } from '../../resources/hosting/index.ts';
import { type BillingPeriod, findPlan, type Plan, type PlanPrice } from '../plans/index.ts';
import { findProfile, hasAddress } from '../profiles/index.ts';
import { findRow } from './change.ts';
import type { ChangeRequest, ChangeService } from './changes/service.ts';
import { viewPreview } from './changes/view.ts';
import { errors, fieldErrors } from './errors.ts';
import type { LinkService } from './links/service.ts';
import { findSubscriptionOwner, listAllSubscriptions } from './operator-store.ts';
import type { DeliveryService } from './orders/delivery.ts';
import { checkDeliveries } from './orders/operator-service.ts';
import type { OrderService } from './orders/service.ts';
import type { Subscription, SubscriptionStatus } from './schemas.ts';
import type { SubscriptionService } from './service.ts';
import { choosePrice } from './terms.ts';
import { viewSubscription } from './view.ts';

/**
 * Queries of the billing run. They use indexed columns only, and each page continues after the last row of the one
 * before.
 */
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
  plan: string;
  /** Defaults to the first billing period of the plan. */
  period?: BillingPeriod | undefined;
  /** Host name of the included VPS. If absent, the subscription has no VPS. */
  hostname?: string | undefined;
  /** Defaults to the default image of the plan. */
  image?: string | undefined;
  /** SSH keys that can log in to the VPS. */
  ssh_keys?: readonly string[] | undefined;
  coupon?: string | undefined;
}

interface PlanChange extends ChangeRequest {
  id: number;
  /** Amount from the preview. If absent, any amount is accepted. */
  expected_amount?: number | undefined;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  subscriptions: Pick<SubscriptionService, 'cancel' | 'resume'>;
  orders: Pick<OrderService, 'order' | 'activate'>;
  delivery: Pick<DeliveryService, 'retryNow'>;
  changes: Pick<ChangeService, 'preview' | 'change'>;
  links: LinkService;
}

export type SubscriptionOperatorService = ReturnType<typeof createSubscriptionOperatorService>;

export function createSubscriptionOperatorService(dependencies: Dependencies) {
  const { db, clock, subscriptions, orders, delivery, changes, links } = dependencies;

  /**
   * Sells a plan to a customer. Creates the subscription, its first invoice and, with a host name, the VPS, whether
   * paid or not.
   */
  function* create({ account_id, image, coupon, ...given }: NewSubscription) {
    const sshKeys = readSshKeys(given.ssh_keys ?? []);
    if (given.hostname === undefined && sshKeys.length > 0) {
      throw validationError([fieldErrors.hostname_required_with_key('hostname')]);
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

  /** Lists the subscriptions of all customers or of one. */
  function* list({ plan, ...request }: AccountListRequest<SubscriptionStatus> & { plan?: string | undefined } = {}) {
    const rows = yield* listAllSubscriptions(request, { plan });
    return yield* withAccountNames(rows.map((row) => ({ account_id: row.account_id, ...viewSubscription(row) })));
  }

  function* show({ id }: { id: number }) {
    const account_id = yield* requireOwner(id);
    const [found] = yield* withAccountNames([{ account_id, ...viewSubscription(yield* findRow(account_id, id)) }]);
    if (!found) throw notFound('Subscription');
    return found;
  }

  /** Cancels a subscription now, or at the end of the paid period. */
  function* cancel({ id, immediately = false }: { id: number; immediately?: boolean | undefined }) {
    const accountId = yield* requireOwner(id);
    return viewSubscription(yield* subscriptions.cancel(accountId, id, immediately, clock.now()));
  }

  /** Resumes a subscription that is set to cancel at the end of its period. */
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

  /** Returns the price of a change of plan and when it takes effect. */
  function* preview({ id, ...request }: ChangeRequest & { id: number }) {
    const previewed = yield* changes.preview(yield* requireOwner(id), id, { ...request, byStaff: true }, clock.now());
    // Changes by staff need no payment first.
    return viewPreview(previewed, { isPaidFirst: false });
  }

  /** Changes the plan at its current price. Throws CONFLICT if that differs from `expected_amount`. */
  function* changePlan({ id, expected_amount, ...request }: PlanChange) {
    const accountId = yield* requireOwner(id);
    const now = clock.now();
    const { totals } = yield* changes.preview(accountId, id, { ...request, byStaff: true }, now);
    const confirmed = { ...request, expected_amount: expected_amount ?? totals.total, byStaff: true };
    const { subscription, invoice } = yield* changes.change(accountId, id, confirmed, now);
    return { ...viewSubscription(subscription), invoice: invoice ?? null };
  }

  /** Lets a subscription pay for a server of its account. They are suspended, changed and terminated together. */
  function* link({ id, hosting }: { id: number; hosting: number }): Query<OwnedSubscription> {
    const account_id = yield* requireOwner(id);
    return { account_id, ...viewSubscription(yield* links.link(account_id, id, hosting, clock.now())) };
  }

  function* unlink({ id }: { id: number }): Query<OwnedSubscription> {
    const account_id = yield* requireOwner(id);
    return { account_id, ...viewSubscription(yield* links.unlink(account_id, id, clock.now())) };
  }

  return {
    link,
    unlink,
    create,
    list,
    show,
    cancel,
    resume,
    retryOrder,
    preview,
    changePlan,
    check: () => checkDeliveries(db),
  };
}

function warnOfAddress(accountId: number): string {
  return `Account ${accountId} has no complete billing address: its invoices have the seller's tax. Add it with hostler account tax --id ${accountId}.`;
}

function* requireOwner(id: number): Query<number> {
  const accountId = yield* findSubscriptionOwner(id);
  if (accountId === undefined) throw notFound('Subscription');
  return accountId;
}

/**
 * Returns the price in the currency of the account, if there is one. Otherwise staff sell in the currency of the plan.
 */
function* findPrice(accountId: number, plan: Plan, period: BillingPeriod | undefined): Query<PlanPrice> {
  const { currency } = yield* findProfile(accountId);
  const price = choosePrice(plan, currency ?? plan.currency, period) ?? choosePrice(plan, plan.currency, period);
  if (!price) throw errors.plan_not_sold_so({ plan: plan.name, prices: plan.prices.map(describePrice).join(', ') });
  return price;
}

function describePrice({ period, currency, price }: PlanPrice): string {
  return `${period}:${currency}:${price}`;
}

type OwnedSubscription = Subscription & { account_id: number };
