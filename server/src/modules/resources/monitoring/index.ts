import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import type { HostingOperatorService, Servers } from '../hosting/index.ts';
import { alertRetention } from './alerts/retention.ts';
import { alertRoutes } from './alerts/routes.ts';
import { type AlertService, createAlertService } from './alerts/service.ts';
import { monitoringCommands } from './commands.ts';
import { monitoringMetrics } from './metrics.ts';
import { migrations } from './migrations.ts';
import { createMonitoringOperatorService, type MonitoringOperatorService } from './operator-service.ts';
import { followServers } from './rules/jobs.ts';
import { rulePanelRoutes } from './rules/panel-routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { createRuleService, type RuleService } from './rules/service.ts';
import { rulesLimit } from './rules/store.ts';

export type { AlertService, MonitoringOperatorService, RuleService };

interface Dependencies {
  db: Database;
  clock: Clock;
  servers: Servers;
  hosting: HostingOperatorService;
}

interface MonitoringModule extends Module {
  operator: { monitoring: MonitoringOperatorService };
  customer: { alerts: AlertService; rules: RuleService };
}

export function monitoringModule({ db, clock, servers, hosting }: Dependencies): MonitoringModule {
  const alerts = createAlertService();
  const rules = createRuleService({ servers, alerts });
  const operator = createMonitoringOperatorService({ clock, hosting, rules, alerts });
  return {
    name: 'monitoring',
    tag: 'Rules that watch servers, checks of addresses from outside, and the alerts of both.',
    migrations,
    limits: [rulesLimit],
    routes: [...alertRoutes(alerts), ...ruleRoutes(rules)],
    panelTags: { monitoring: 'What is watched, and who is told of it by mail.' },
    panelRoutes: [...rulePanelRoutes(rules)],
    recurring: [followServers({ db, hosting, rules })],
    forgets: [alertRetention],
    metrics: monitoringMetrics,
    commands: monitoringCommands({ db, monitoring: operator }),
    operator: { monitoring: operator },
    customer: { alerts, rules },
  };
}
