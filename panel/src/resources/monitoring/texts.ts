import type { MonitoringAlert } from '@hostler/sdk';
import { plural, t } from '@lingui/core/macro';

export const METRICS: Readonly<Record<MonitoringAlert['metric'], string>> = {
  cpu: 'CPU',
  memory: t`Memory`,
  disk: t`Disk`,
  network: t`Network`,
  down: t`Down`,
  check: t`Check`,
  certificate: t`Certificate`,
};

export const texts = {
  title: t`Monitoring`,
  parts: t`Parts of monitoring`,
  tabs: { alerts: t`Alerts`, checks: t`Checks`, rules: t`Rules`, notifications: t`Notifications` },
  firing: t`Active alerts`,
  active: t`Active`,
  quiet: t`No active alerts.`,
  more: (count: number) => t`and ${count} more`,
  against: (value: string, threshold: string) => t`${value}, threshold ${threshold}`,
  daysLeft: (days: number) => plural(days, { one: '# day left', other: '# days left' }),
  showChart: t`Show the chart`,
  showCheck: t`Show the check`,
  history: t`Resolved`,
  search: t`Search alerts`,
  server: t`Server`,
  noMatch: t`No alert matches. Change or clear the filters.`,
  empty: t`Every server is monitored from the start: CPU, memory, disk and availability. Alerts appear here and are sent to your webhooks as monitoring.alert. People receive an e-mail if they have turned it on.`,
  noneBefore: t`No resolved alerts yet. Resolved alerts are kept for 90 days.`,
  what: t`Alert`,
  value: t`Value`,
  began: t`Started`,
  lasted: t`Duration`,
  alerts: t`Alerts`,
  alertsOfServer: t`Alerts of this server`,
  noneOfServer: t`No alerts for this server yet.`,
  firingMark: (count: number) => plural(count, { one: '# active alert', other: '# active alerts' }),
};
