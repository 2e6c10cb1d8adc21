import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import type { InvoiceService } from '../invoices/index.ts';
import type { SubscriptionService } from '../subscriptions/index.ts';
import { paymentCommands } from './commands.ts';
import { createPaymentService } from './service.ts';

interface Dependencies {
  db: Database;
  clock: Clock;
  invoices: InvoiceService;
  subscriptions: SubscriptionService;
}

/** Its table was made by subscriptions, before payments had a module of their own. */
export function paymentsModule({ db, clock, invoices, subscriptions }: Dependencies): Module {
  const payments = createPaymentService({ invoices, subscriptions });
  return { name: 'payments', commands: paymentCommands({ db, clock, payments }) };
}
