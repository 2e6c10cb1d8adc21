import type { Database } from '@hostler/database';
import type { CheckedEngine } from '#health/health.ts';
import type { Logger } from '#kernel/log.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import type { Prober } from '#kernel/net/prober.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import type { HostingOperatorService, Servers } from '../hosting/index.ts';
import { alertRetention } from './alerts/retention.ts';
import { alertRoutes } from './alerts/routes.ts';
import { type AlertService, createAlertService } from './alerts/service.ts';
import { type CheckOperatorService, type CheckService, openChecks } from './checks/index.ts';
import { monitoringCommands } from './commands.ts';
import { watchEngines } from './incidents/jobs.ts';
import { monitoringMetrics } from './metrics.ts';
import { migrations } from './migrations.ts';
import { sendNotices } from './notices/jobs.ts';
import { createMonitoringOperatorService, type MonitoringOperatorService } from './operator-service.ts';
import { preferencesRoutes } from './preferences/panel-routes.ts';
import { followServers } from './rules/jobs.ts';
import { rulePanelRoutes } from './rules/panel-routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { createRuleService, type RuleService } from './rules/service.ts';
import { rulesLimit } from './rules/store.ts';

export { isEngineAway } from './operator-service.ts';
export { createWatch } from './watch.ts';
export type { AlertService, CheckOperatorService, CheckService, MonitoringOperatorService, RuleService };

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  links: Links;
  servers: Servers;
  hosting: HostingOperatorService;
  /** Makes the connections of checks. */
  prober: Prober;
  staffMail: StaffMail;
  /** Staff are notified if one of them does not answer. */
  engines: readonly CheckedEngine[];
}

interface MonitoringModule extends Module {
  operator: { monitoring: MonitoringOperatorService; checks: CheckOperatorService };
  customer: { alerts: AlertService; rules: RuleService; checks: CheckService };
}

export function monitoringModule(deps: Dependencies): MonitoringModule {
  const { db, clock, log, mailer, links, servers, hosting, prober, staffMail, engines } = deps;
  const alerts = createAlertService();
  const rules = createRuleService({ servers, alerts });
  const operator = createMonitoringOperatorService({ clock, hosting, rules, alerts });
  const checks = openChecks({ db, clock, log, prober, alerts });
  return {
    name: 'monitoring',
    tag: 'Alert rules for servers, checks of URLs and ports from outside, and alerts.',
    migrations: [...migrations, ...checks.migrations],
    limits: [rulesLimit, ...checks.limits],
    routes: [...alertRoutes(alerts), ...ruleRoutes(rules), ...checks.routes],
    panelTags: { monitoring: 'Alert rules, checks and alert mail settings.' },
    panelRoutes: [...rulePanelRoutes(rules), ...preferencesRoutes(), ...checks.panelRoutes],
    recurring: [
      watchEngines({ db, log, staffMail, parts: engines }),
      followServers({ db, hosting, rules }),
      sendNotices({ db, mailer, links }),
      ...checks.recurring,
    ],
    forgets: [alertRetention, ...checks.forgets],
    services: checks.services,
    metrics: [...monitoringMetrics(db), ...checks.metrics],
    commands: [...monitoringCommands({ db, monitoring: operator }), ...checks.commands],
    operator: { monitoring: operator, ...checks.operator },
    customer: { alerts, rules, ...checks.customer },
  };
}
