import type { Database } from '../../../kernel/db/database.ts';
import type { Query } from '../../../kernel/db/query.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import type { Servers } from '../../resources/hosting/index.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { changeRoutes } from './changes/routes.ts';
import { type ChangeService, createChangeService } from './changes/service.ts';
import { subscriptionCommands } from './commands.ts';
import { followServers } from './follower.ts';
import { createForecast, type Forecast } from './forecast.ts';
import { migrations } from './migrations.ts';
import { createSubscriptionOperatorService, type SubscriptionOperatorService } from './operator-service.ts';
import { createOrderService, type OrderService } from './orders/service.ts';
import { createRenewalService, type RenewalService } from './renewals/service.ts';
import { subscriptionRoutes } from './routes.ts';
import { createSubscriptionService, type SubscriptionService } from './service.ts';
import type { SubscriptionSettings } from './settings.ts';
import { createStandingService, type StandingService } from './standing.ts';
import { ordersLimit, subscriptionsLimit } from './store.ts';
import { createUsageService, type UsageService } from './usage/service.ts';

export {
  type DueSubscription,
  listToActivate,
  listToBill,
  listToChange,
  listToEnd,
  listUnpaidOrders,
} from './operator-service.ts';
export { firstLines } from './orders/first-lines.ts';
export { choosePrice } from './terms.ts';
export type { SubscriptionOperatorService };

/**
 * What other modules do with subscriptions. All may be called again: what was done is not done twice.
 * - `bill` makes everything of some accounts that is due into invoices: renewals, ends of trials, changes that waited, usage.
 * - `settle` is told that an invoice with something of a subscription was paid in full: an order is made, one that was past
 *   due is as before once nothing of it is overdue.
 * - `carryOut` does a change of plan that waited for its period.
 * - `suspend` and `lift` are told that its server is off for want of payment, and runs again.
 */
export type Subscriptions = Pick<SubscriptionService, 'find' | 'end' | 'cancel'> &
  Pick<StandingService, 'fallPastDue' | 'suspend' | 'reactivate' | 'lift'> &
  Pick<OrderService, 'settle' | 'activate' | 'cancelUnpaidOrder'> &
  Pick<RenewalService, 'bill' | 'renew'> &
  Pick<UsageService, 'billUsage'> &
  Pick<ChangeService, 'carryOut'> & { forecast: Forecast };

/** What happens to the subscriptions of an account. */
export type CustomerSubscriptions = SubscriptionService &
  OrderService &
  Pick<RenewalService, 'bill'> &
  Pick<ChangeService, 'preview' | 'change' | 'carryOut'>;

interface Dependencies {
  db: Database;
  clock: Clock;
  servers: Servers;
  invoices: InvoiceService;
  settings: SubscriptionSettings;
  hasFunds(accountId: number, currency: string): Query<boolean>;
  /** What an account ordered is being made. */
  onMade(accountId: number): Query<void>;
  /** Collects an invoice by the customer's default method, where there is one. */
  collect(accountId: number, invoiceId: number, at: number): Query<void>;
}

interface SubscriptionsModule extends Module {
  subscriptions: Subscriptions;
  operator: { subscriptions: SubscriptionOperatorService };
  customer: { subscriptions: CustomerSubscriptions };
}

export function subscriptionsModule(dependencies: Dependencies): SubscriptionsModule {
  const { db, clock, servers, invoices, settings, hasFunds, onMade, collect } = dependencies;
  const usage = createUsageService({ invoices, settings });
  const renewals = createRenewalService({ invoices, usage, settings });
  const standing = createStandingService({ invoices, renewals, usage, settings });
  const orders = createOrderService({
    servers,
    invoices,
    renewals,
    usage,
    standing,
    settings,
    hasFunds,
    onMade,
    collect,
  });
  const subscriptions = createSubscriptionService({ servers, invoices, orders, renewals, usage, settings });
  const changes = createChangeService({ servers, invoices, usage, settings });
  servers.follow(followServers(subscriptions));
  const operator = createSubscriptionOperatorService({ clock, subscriptions, orders, changes });
  const forecast = createForecast(usage);
  return {
    name: 'subscriptions',
    tag: 'What the customer pays for, and the invoices.',
    migrations,
    limits: [subscriptionsLimit, ordersLimit],
    routes: [...subscriptionRoutes({ subscriptions, orders }), ...changeRoutes({ db, clock, changes })],
    commands: subscriptionCommands({ db, subscriptions: operator }),
    operator: { subscriptions: operator },
    customer: { subscriptions: { ...subscriptions, ...orders, ...changes, bill: renewals.bill } },
    subscriptions: { ...subscriptions, ...standing, ...orders, ...renewals, ...usage, ...changes, forecast },
  };
}
