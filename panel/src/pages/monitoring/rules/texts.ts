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

/** What a threshold of this metric is counted in; a server is down or it is not. */
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

/** How a rule is: paused, or what was measured last. A server that is off on purpose is not watched. */
export function stateOf(
  { status, state }: Pick<MonitoringRule, 'status' | 'state'>,
  server?: Pick<Hosting, 'status'>,
): { label: string; tone: Tone } {
  if (status === 'paused') return { label: 'Paused', tone: 'idle' };
  if (state === 'firing') return { label: 'Firing', tone: 'bad' };
  if (state === 'ok') return { label: 'Fine', tone: 'good' };
  const isOff = server?.status === 'stopped' || server?.status === 'suspended';
  return { label: isOff ? 'Not watched' : 'No readings', tone: 'idle' };
}

const minutesOf = (minutes: number) => (minutes === 1 ? 'a minute' : `${minutes} minutes`);

export const texts = {
  title: 'Rules',
  description: 'An alert fires when a threshold was reached for so long, and resolves by itself.',
  search: 'Search servers',
  noMatch: 'No server matches. Change or clear the search.',
  noServers: 'There is no server to watch yet. Every new one gets rules for CPU, memory, disk and being down.',
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
  removeText: 'This server is no longer watched by it, and what it fires resolves. It does not come back by itself.',
  metricLabel: 'What is watched',
  threshold: 'Threshold',
  thresholdHint: { percent: 'Of what the server has.', network: 'Of the busier direction.' },
  minutes: 'For how many minutes',
  minutesRange: 'From 1 to 1,440, a day.',
  minutesHint: 'So long must it be reached before an alert fires. It resolves when it was 10 % below for as long.',
  minutesHintDown: 'So long must it be down before an alert fires. A server that was stopped on purpose is not down.',
  save: 'Save',
  notSaved: 'The rule was not saved',
  emptyOfServer: 'Nothing watches this server. Add a rule, and an alert fires when its threshold is reached.',
  loadOf: (value: string) => `${value} now`,
};

export function tellCondition({ metric, threshold, minutes }: MonitoringRule): string {
  return threshold === null ? texts.down(minutes) : texts.reached(formatLevel(metric, threshold), minutes);
}
