import type { Database } from '@hostler/database';
import { type Command, choice, command, integer, optional, text } from '#kernel/command.ts';
import { validationError } from '#kernel/errors.ts';
import { listCommand } from '#kernel/list-command.ts';
import { EVERY_ROLE, MACHINES } from '#kernel/staff-roles.ts';
import { ALERT_STATES } from './alerts/schemas.ts';
import { fieldErrors } from './errors.ts';
import type { MonitoringOperatorService } from './operator-service.ts';
import { METRICS, RULE_STATUSES } from './rules/schemas.ts';

const id = integer('Rule id.');

interface Dependencies {
  db: Database;
  monitoring: MonitoringOperatorService;
}

export function monitoringCommands({ db, monitoring }: Dependencies): Command[] {
  return [
    command({
      name: 'monitoring rule create',
      route: { roles: MACHINES },
      summary: 'Create an alert rule for a VPS.',
      options: {
        hosting: integer('VPS id.'),
        metric: choice(METRICS, 'Metric to monitor.'),
        threshold: optional(
          text('Threshold in percent for cpu, memory and disk, in Mbit/s for network. Omit it for down.'),
        ),
        minutes: integer('Minutes that the threshold must be reached before the rule fires.', { default: 15 }),
      },
      async run({ hosting, threshold, ...given }) {
        const rule = { ...given, hosting_id: hosting, threshold: readNumber(threshold) };
        return db.write(() => monitoring.createRule(rule));
      },
    }),
    listCommand({
      name: 'monitoring rule list',
      route: { roles: EVERY_ROLE },
      summary: 'List alert rules.',
      options: {
        account: optional(integer('Filter by account id.')),
        hosting: optional(integer('Filter by VPS id.')),
      },
      columns: ['id', 'account_id', 'hosting_id', 'metric', 'threshold', 'minutes', 'status', 'state'],
      statuses: RULE_STATUSES,
      searched: 'metric',
      page: async ({ account, hosting, ...given }) =>
        db.read(monitoring.listRules({ ...given, account_id: account, hosting_id: hosting })),
    }),
    command({
      name: 'monitoring rule test',
      route: { roles: MACHINES },
      summary: 'Fire and resolve a test alert to check webhooks and mail.',
      options: { id },
      run: async (given) => db.write(() => monitoring.testRule(given)),
    }),
    command({
      name: 'monitoring rule remove',
      route: { roles: MACHINES },
      summary: 'Remove an alert rule. Its alert is resolved.',
      options: { id },
      run: async (given) => db.write(() => monitoring.removeRule(given)),
    }),
    listCommand({
      name: 'monitoring alert list',
      route: { roles: EVERY_ROLE },
      summary: 'List alerts.',
      options: {
        account: optional(integer('Filter by account id.')),
        state: optional(choice(ALERT_STATES, 'Alias of --status.')),
      },
      statuses: ALERT_STATES,
      searched: 'metric, message',
      columns: ['id', 'account_id', 'state', 'metric', 'message', 'started_at', 'resolved_at'],
      page: async ({ account, state, status = state, ...given }) =>
        db.read(monitoring.listAlerts({ ...given, status, account_id: account })),
    }),
  ];
}

function readNumber(given: string | undefined): number | undefined {
  const number = given === undefined ? undefined : Number(given);
  if (number === undefined || (Number.isFinite(number) && number >= 0.1 && number <= 1_000_000)) return number;
  throw validationError([fieldErrors.threshold_malformed('threshold')]);
}
