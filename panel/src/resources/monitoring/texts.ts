import type { MonitoringAlert } from '@hostler/sdk';

export const METRICS: Readonly<Record<MonitoringAlert['metric'], string>> = {
  cpu: 'CPU',
  memory: 'Memory',
  disk: 'Disk',
  network: 'Network',
  down: 'Down',
  check: 'Check',
  certificate: 'Certificate',
};

export const texts = {
  title: 'Monitoring',
  parts: 'Parts of monitoring',
  tabs: { alerts: 'Alerts', checks: 'Checks', rules: 'Rules', notifications: 'Notifications' },
  sandbox: 'Also in the sandbox, what you change here is real. Only public API calls are simulated.',
  panelOnly: 'Can be changed only in the panel. The API can read it.',
  firing: 'Active alerts',
  active: 'Active',
  quiet: 'No active alerts.',
  more: (count: number) => `and ${count} more`,
  since: 'started',
  against: (value: string, threshold: string) => `${value}, threshold ${threshold}`,
  daysLeft: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
  showChart: 'Show the chart',
  showCheck: 'Show the check',
  history: 'Resolved',
  search: 'Search alerts',
  server: 'Server',
  noMatch: 'No alert matches. Change or clear the filters.',
  empty:
    'Every server is monitored from the start: CPU, memory, disk and whether it is up. Alerts appear here, are sent by e-mail to everyone who chose it, and to your webhooks as monitoring.alert.',
  noneBefore: 'No resolved alerts yet. Resolved alerts are kept for 90 days.',
  what: 'Alert',
  value: 'Value',
  began: 'Started',
  lasted: 'Duration',
  alerts: 'Alerts',
  alertsOfServer: 'Alerts of this server',
  noneOfServer: 'No alerts for this server yet.',
  firingMark: (count: number) => (count === 1 ? '1 active alert' : `${count} active alerts`),
};
