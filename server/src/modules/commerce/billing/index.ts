import type { Database } from '../../../kernel/db/database.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import type { InvoiceService } from '../invoices/index.ts';
import type { Subscriptions } from '../subscriptions/index.ts';
import { createDunningService, type DunningService } from './dunning/service.ts';
import { dunningSteps } from './dunning/steps.ts';
import { migrations } from './migrations.ts';
import { billingRoutes } from './routes.ts';
import { runCommands } from './run/commands.ts';
import { runRegularly } from './run/jobs.ts';
import { billingMetrics } from './run/metrics.ts';
import { type BillingOperatorService, createBillingOperatorService } from './run/operator-service.ts';

export type { BillingOperatorService, DunningService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  invoices: InvoiceService;
  subscriptions: Subscriptions;
}

interface BillingModule extends Module {
  operator: { billing: BillingOperatorService };
  customer: { dunning: DunningService };
}

export function billingModule({ db, clock, log, invoices, subscriptions }: Dependencies): BillingModule {
  const dunning = createDunningService({ invoices, subscriptions });
  const billing = createBillingOperatorService({ db, clock, log, steps: dunningSteps(dunning) });
  return {
    name: 'billing',
    tag: 'What is to be paid, and what was.',
    migrations,
    routes: billingRoutes(invoices),
    recurring: [runRegularly(billing)],
    metrics: billingMetrics(billing.countFailed),
    commands: runCommands(billing),
    operator: { billing },
    customer: { dunning },
  };
}
