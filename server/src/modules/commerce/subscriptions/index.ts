import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import type { HostingService } from '../../resources/hosting/index.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { subscriptionCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { subscriptionRoutes } from './routes.ts';
import { createSubscriptionService, type SubscriptionService } from './service.ts';

export type { SubscriptionService } from './service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  hosting: HostingService;
  invoices: InvoiceService;
}

export function subscriptionsModule({
  db,
  clock,
  hosting,
  invoices,
}: Dependencies): Module & { subscriptions: SubscriptionService } {
  const subscriptions = createSubscriptionService({ hosting, invoices });
  return {
    name: 'subscriptions',
    tag: 'What the customer pays for, and the invoices.',
    migrations,
    routes: subscriptionRoutes(subscriptions),
    commands: subscriptionCommands({ db, clock, subscriptions }),
    subscriptions,
  };
}
