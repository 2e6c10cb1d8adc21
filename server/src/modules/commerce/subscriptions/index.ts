import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import type { Servers } from '../../resources/hosting/index.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { subscriptionCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { createSubscriptionOperatorService, type SubscriptionOperatorService } from './operator-service.ts';
import { createOrderService, type OrderService } from './orders/service.ts';
import { createRenewalService, type RenewalService } from './renewals/service.ts';
import { subscriptionRoutes } from './routes.ts';
import { createSubscriptionService, type SubscriptionService } from './service.ts';
import type { SubscriptionSettings } from './settings.ts';

export {
  type DueSubscription,
  listToActivate,
  listToBill,
  listToEnd,
  listUnpaidOrders,
} from './operator-service.ts';
export type { SubscriptionOperatorService, SubscriptionService };

/**
 * What other modules do with subscriptions. All may be called again: what was done is not done twice.
 * - `bill` makes everything of an account that is due into invoices: renewals, ends of trials, changes that waited, usage.
 * - `settle` is told that an invoice with something of a subscription was paid in full.
 */
export type Subscriptions = Pick<SubscriptionService, 'find' | 'end' | 'fallPastDue' | 'reactivate'> &
  Pick<OrderService, 'settle' | 'activate' | 'cancelUnpaidOrder'> &
  Pick<RenewalService, 'bill' | 'renew'>;

interface Dependencies {
  db: Database;
  clock: Clock;
  servers: Servers;
  invoices: InvoiceService;
  settings: SubscriptionSettings;
}

interface SubscriptionsModule extends Module {
  subscriptions: Subscriptions;
  operator: { subscriptions: SubscriptionOperatorService };
  customer: { subscriptions: SubscriptionService };
}

export function subscriptionsModule({ db, clock, servers, invoices, settings }: Dependencies): SubscriptionsModule {
  const subscriptions = createSubscriptionService({ servers, invoices, settings });
  const orders = createOrderService({ servers });
  const renewals = createRenewalService({ invoices, settings });
  const operator = createSubscriptionOperatorService({ clock, subscriptions });
  return {
    name: 'subscriptions',
    tag: 'What the customer pays for, and the invoices.',
    migrations,
    routes: subscriptionRoutes(subscriptions),
    commands: subscriptionCommands({ db, subscriptions: operator }),
    operator: { subscriptions: operator },
    customer: { subscriptions },
    subscriptions: { ...subscriptions, ...orders, ...renewals },
  };
}
