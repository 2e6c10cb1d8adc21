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
  sandbox: 'In the sandbox too, what you change here is real: only calls of the public API are simulated.',
  panelOnly: 'Changed in the panel; programs read it with the API.',
  firing: 'Firing now',
  quiet: 'Nothing is wrong now.',
  more: (count: number) => `and ${count} more`,
  since: 'began',
  against: (value: string, threshold: string) => `${value}, threshold ${threshold}`,
  daysLeft: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
  showChart: 'Show the chart',
  showCheck: 'Show the check',
  history: 'Resolved',
  search: 'Search alerts',
  server: 'Server',
  noMatch: 'No alert matches. Change or clear the filters.',
  empty:
    'Every server is watched from the start: its CPU, memory and disk, and whether it is up. What goes wrong appears here, is mailed to whoever wants it, and is sent to your webhooks as monitoring.alert.',
  noneBefore: 'Nothing has resolved yet. Alerts that are over are kept here for 90 days.',
  what: 'What',
  value: 'Value',
  began: 'Began',
  lasted: 'Lasted',
  alerts: 'Alerts',
  alertsOfServer: 'Alerts of this server',
  noneOfServer: 'Nothing has been wrong with this server so far.',
  firingMark: (count: number) => (count === 1 ? 'One alert is firing' : `${count} alerts are firing`),
};
