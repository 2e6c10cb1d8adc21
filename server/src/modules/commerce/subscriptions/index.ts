import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import type { Servers } from '../../resources/hosting/index.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { subscriptionCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { createSubscriptionOperatorService, type SubscriptionOperatorService } from './operator-service.ts';
import { subscriptionRoutes } from './routes.ts';
import { createSubscriptionService, type SubscriptionService } from './service.ts';

/** What other modules do with subscriptions. */
export type Subscriptions = Pick<SubscriptionService, 'fallPastDue' | 'reactivate'>;
export type { SubscriptionOperatorService, SubscriptionService };

interface Dependencies {
  db: Database;
  clock: Clock;
  servers: Servers;
  invoices: InvoiceService;
}

interface SubscriptionsModule extends Module {
  subscriptions: Subscriptions;
  operator: { subscriptions: SubscriptionOperatorService };
  customer: { subscriptions: SubscriptionService };
}

export function subscriptionsModule({ db, clock, servers, invoices }: Dependencies): SubscriptionsModule {
  const subscriptions = createSubscriptionService({ servers, invoices });
  const operator = createSubscriptionOperatorService({ clock, subscriptions });
  return {
    name: 'subscriptions',
    tag: 'What the customer pays for, and the invoices.',
    migrations,
    routes: subscriptionRoutes(subscriptions),
    commands: subscriptionCommands({ db, subscriptions: operator }),
    operator: { subscriptions: operator },
    customer: { subscriptions },
    subscriptions,
  };
}
