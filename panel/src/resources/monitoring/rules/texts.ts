import type { Hosting, MonitoringRule } from '@hostler/sdk';
import { plural, t } from '@lingui/core/macro';
import type { Tone } from '../../../parts/status.tsx';
import { formatLevel } from '../levels.ts';

type Metric = MonitoringRule['metric'];

export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  cpu: 'CPU',
  memory: t`Memory`,
  disk: t`Disk`,
  network: t`Network`,
  down: t`Down`,
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
  if (status === 'paused') return { label: t`Paused`, tone: 'idle' };
  if (state === 'firing') return { label: t`Firing`, tone: 'bad' };
  if (state === 'ok') return { label: 'OK', tone: 'good' };
  const isOff = server?.status === 'stopped' || server?.status === 'suspended';
  return { label: isOff ? t`Not monitored` : t`No data`, tone: 'idle' };
}

const minutesOf = (minutes: number) => plural(minutes, { one: 'a minute', other: '# minutes' });

export const texts = {
  title: t`Rules`,
  description: t`An alert fires when the threshold is reached for the given time. It is resolved automatically.`,
  search: t`Search servers`,
  noMatch: t`No server matches. Change or clear the search.`,
  noServers: t`No servers yet. Every new server gets rules for CPU, memory, disk and downtime.`,
  server: t`Server`,
  metric: t`Metric`,
  condition: t`Fires at`,
  now: t`Now`,
  status: t`Status`,
  down: (minutes: number) => t`Not running for ${minutesOf(minutes)}`,
  reached: (level: string, minutes: number) => t`${level} for ${minutesOf(minutes)}`,
  add: t`Add rule`,
  addTo: (server: string) => t`Add rule to ${server}`,
  edit: t`Edit`,
  editTitle: (metric: string) => t`Edit the rule on ${metric}`,
  pause: t`Pause`,
  resume: t`Resume`,
  remove: t`Remove`,
  removeTitle: (metric: string) => t`Remove the rule on ${metric}?`,
  removeText: t`The rule no longer monitors this server and its alert is resolved. The rule is not created again automatically.`,
  metricLabel: t`Metric`,
  threshold: t`Threshold`,
  thresholdHint: { percent: t`Percentage of the size of the server.`, network: t`The busier direction counts.` },
  minutes: t`For how many minutes`,
  minutesRange: t`From 1 to 1,440 (one day).`,
  minutesHint: t`An alert fires after the threshold is reached for this time. It is resolved after 10 % below for the same time.`,
  minutesHintDown: t`An alert fires after the server is down for this time. A server that you stopped is not down.`,
  save: t`Save`,
  notSaved: t`The rule was not saved`,
  emptyOfServer: t`This server has no rules. Add a rule to be alerted when its threshold is reached.`,
  loadOf: (value: string) => t`${value} now`,
};

export function tellCondition({ metric, threshold, minutes }: MonitoringRule): string {
  return threshold === null ? texts.down(minutes) : texts.reached(formatLevel(metric, threshold), minutes);
}
