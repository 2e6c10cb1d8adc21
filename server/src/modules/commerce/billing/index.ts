import type { Database } from '@hostler/database';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { LastBackups } from '../../resources/backups/index.ts';
import type { Servers } from '../../resources/hosting/index.ts';
import type { InvoicePrinter, InvoiceService } from '../invoices/index.ts';
import type { PriceDecisions, Subscriptions } from '../subscriptions/index.ts';
import { createBalance } from './balance.ts';
import { createDunningMail } from './dunning/mail.ts';
import type { DunningSettings } from './dunning/schedule.ts';
import { type Charging, createDunningService, type DunningService } from './dunning/service.ts';
import { followInvoices } from './follower.ts';
import type { BillingHold } from './hold/service.ts';
import { migrations } from './migrations.ts';
import { billingPanelRoutes } from './panel-routes.ts';
import { billingRoutes } from './routes.ts';
import { runCommands } from './run/commands.ts';
import { billingFailures } from './run/failures.ts';
import { runRegularly } from './run/jobs.ts';
import { billingMetrics } from './run/metrics.ts';
import { type BillingOperatorService, createBillingOperatorService } from './run/operator-service.ts';
import { billingSteps } from './steps.ts';
import { createSuspensionService } from './suspensions/service.ts';
import { createTerminationService } from './terminations/service.ts';
import { createUsageMail } from './usage/mail.ts';
import { createUsageCheckService } from './usage/service.ts';

export { createContracts } from './contracts.ts';
export { createBillingHold } from './hold/service.ts';
export type { BillingOperatorService, DunningService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  links: Links;
  servers: Servers;
  lastBackups: LastBackups;
  invoices: InvoiceService;
  printer: InvoicePrinter;
  subscriptions: Subscriptions;
  prices: PriceDecisions;
  charging: Charging;
  hold: BillingHold;
  settings: DunningSettings & { readonly timeZone: string };
}

interface BillingModule extends Module {
  readBalance: ReturnType<typeof createBalance>;
  operator: { billing: BillingOperatorService };
  customer: { dunning: DunningService };
}

export function billingModule(deps: Dependencies): BillingModule {
  const { db, clock, log, subscriptions, settings, hold } = deps;
  const mail = createDunningMail(deps);
  const suspensions = createSuspensionService(deps);
  const dunning = createDunningService({ ...deps, suspensions, mail });
  deps.invoices.follow(followInvoices(suspensions, dunning));
  const terminations = createTerminationService({ ...deps, dunning });
  const usage = createUsageCheckService({
    ...deps,
    suspensions,
    isProtected: dunning.isProtected,
    mail: createUsageMail(deps),
  });
  const steps = billingSteps({
    clock,
    invoices: deps.invoices,
    prices: deps.prices,
    subscriptions,
    dunning,
    suspensions,
    terminations,
    usage,
    settings,
  });
  const billing = createBillingOperatorService({ db, clock, log, steps, hold });
  return {
    name: 'billing',
    tag: 'Invoices, payments and the credit balance.',
    migrations,
    routes: billingRoutes(deps),
    panelRoutes: billingPanelRoutes(deps),
    recurring: [runRegularly(billing)],
    metrics: billingMetrics(billing),
    checks: [{ name: 'billing', check: billing.check }],
    failures: [billingFailures({ steps, hold })],
    commands: runCommands(billing),
    operator: { billing },
    customer: { dunning },
    readBalance: createBalance(deps),
  };
}
