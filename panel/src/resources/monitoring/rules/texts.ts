import type { Hosting, MonitoringRule } from '@hostler/sdk';
import type { Tone } from '../../../parts/status.tsx';
import { formatLevel } from '../levels.ts';

type Metric = MonitoringRule['metric'];

export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  cpu: 'CPU',
  memory: 'Memory',
  disk: 'Disk',
  network: 'Network',
  down: 'Down',
};

/** Unit of the threshold by metric; null for `down`, which has no threshold. */
export const UNITS: Readonly<Record<Metric, string | null>> = {
  cpu: '%',
  memory: '%',
  disk: '%',
  network: 'Mbit/s',
  down: null,
};

export const USUAL: Readonly<Record<Metric, { threshold: number | null; minutes: number }>> = {
  cpu: { threshold: 90, minutes: 15 },
  memory: { threshold: 95, minutes: 15 },
  disk: { threshold: 90, minutes: 5 },
  network: { threshold: 500, minutes: 15 },
  down: { threshold: null, minutes: 3 },
};

/** Returns the status shown for a rule: paused, or its last result. A stopped or suspended server is not monitored. */
export function stateOf(
  { status, state }: Pick<MonitoringRule, 'status' | 'state'>,
  server?: Pick<Hosting, 'status'>,
): { label: string; tone: Tone } {
  if (status === 'paused') return { label: 'Paused', tone: 'idle' };
  if (state === 'firing') return { label: 'Firing', tone: 'bad' };
  if (state === 'ok') return { label: 'OK', tone: 'good' };
  const isOff = server?.status === 'stopped' || server?.status === 'suspended';
  return { label: isOff ? 'Not monitored' : 'No data', tone: 'idle' };
}

const minutesOf = (minutes: number) => (minutes === 1 ? 'a minute' : `${minutes} minutes`);

export const texts = {
  title: 'Rules',
  description: 'An alert fires when the threshold is reached for the given time. It is resolved automatically.',
  search: 'Search servers',
  noMatch: 'No server matches. Change or clear the search.',
  noServers: 'No servers yet. Every new server gets rules for CPU, memory, disk and downtime.',
  server: 'Server',
  metric: 'Metric',
  condition: 'Fires at',
  now: 'Now',
  status: 'Status',
  down: (minutes: number) => `Not running for ${minutesOf(minutes)}`,
  reached: (level: string, minutes: number) => `${level} for ${minutesOf(minutes)}`,
  add: 'Add rule',
  addTo: (server: string) => `Add rule to ${server}`,
  edit: 'Edit',
  editTitle: (metric: string) => `Edit the rule on ${metric}`,
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Remove',
  removeTitle: (metric: string) => `Remove the rule on ${metric}?`,
  removeText:
    'The rule no longer monitors this server and its alert is resolved. The rule is not created again automatically.',
  metricLabel: 'Metric',
  threshold: 'Threshold',
  thresholdHint: { percent: 'Percentage of the size of the server.', network: 'The busier direction counts.' },
  minutes: 'For how many minutes',
  minutesRange: 'From 1 to 1,440 (one day).',
  minutesHint:
    'An alert fires after the threshold is reached for this time. It is resolved after 10 % below for the same time.',
  minutesHintDown: 'An alert fires after the server is down for this time. A server that you stopped is not down.',
  save: 'Save',
  notSaved: 'The rule was not saved',
  emptyOfServer: 'This server has no rules. Add a rule to be alerted when its threshold is reached.',
  loadOf: (value: string) => `${value} now`,
};

export function tellCondition({ metric, threshold, minutes }: MonitoringRule): string {
  return threshold === null ? texts.down(minutes) : texts.reached(formatLevel(metric, threshold), minutes);
}
