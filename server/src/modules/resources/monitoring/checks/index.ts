import type { Database } from '@hostler/database';
import type { Logger } from '#kernel/log.ts';
import type { Prober } from '#kernel/net/prober.ts';
import type { Clock } from '#kernel/time.ts';
import type { AlertService } from '../alerts/service.ts';
import { checkCommands } from './commands.ts';
import { mendCheckTimes } from './jobs.ts';
import { checkMetrics } from './metrics.ts';
import { checkMigrations } from './migrations.ts';
import { type CheckOperatorService, createCheckOperatorService } from './operator-service.ts';
import { checkPanelRoutes } from './panel-routes.ts';
import { checkRetention } from './retention.ts';
import { checkRoutes } from './routes.ts';
import { type CheckService, createCheckService } from './service.ts';
import { checksLimit } from './store.ts';
import { CheckRunner } from './watching/runner.ts';

export type { CheckOperatorService, CheckService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  prober: Prober;
  alerts: AlertService;
}

/** Checks pages and ports from outside. */
export function openChecks({ db, clock, log, prober, alerts }: Dependencies) {
  const checks = createCheckService({ alerts, rules: prober });
  const operator = createCheckOperatorService({ clock, checks, alerts });
  return {
    migrations: checkMigrations,
    limits: [checksLimit],
    routes: checkRoutes(checks),
    panelRoutes: checkPanelRoutes(checks),
    recurring: [mendCheckTimes(db)],
    forgets: [checkRetention],
    services: [new CheckRunner({ db, clock, log, prober, alerts })],
    metrics: checkMetrics,
    commands: checkCommands({ db, checks: operator }),
    operator: { checks: operator },
    customer: { checks },
  };
}
