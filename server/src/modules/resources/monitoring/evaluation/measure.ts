import type { Observation } from '../../hosting/index.ts';
import type { Metric } from '../rules/schemas.ts';
import type { Measure } from './decide.ts';

const CALM = 0.9;

export interface Measured extends Measure {
  /** Null if the server is down. */
  readonly value: number | null;
}

/** A pass over all servers. */
export interface Pass {
  readonly at: number;
  /** True if it does not follow the previous pass: there was a gap, or the clock changed. */
  readonly broken: boolean;
}

interface Rule {
  readonly metric: Metric;
  readonly threshold: number | null;
}

/** Returns null if the readings say nothing about the rule. */
export function measure(rule: Rule, observed: Observation, pass: Pass): Measured | null {
  if (rule.metric === 'down') return measureDown(observed, pass);
  const { usage } = observed;
  if (!usage || rule.threshold === null) return null;
  const value = Math.round(100 * readValue(rule.metric, usage)) / 100;
  return { from: usage.from, at: usage.at, level: compare(value, rule.threshold), value };
}

function readValue(metric: Exclude<Metric, 'down'>, usage: NonNullable<Observation['usage']>): number {
  const { cpuPercent: cpu, memoryPercent: memory, diskPercent: disk, networkMbit: network } = usage;
  return { cpu, memory, disk, network }[metric];
}

function compare(value: number, threshold: number): Measure['level'] {
  if (value >= threshold) return 'reached';
  return value <= CALM * threshold ? 'below' : 'between';
}

/** A server that should run and has no readings may be fine: its host or the engine does not answer. */
function measureDown({ power, silent }: Observation, { at, broken }: Pass): Measured | null {
  if (broken || (power === 'on' && silent)) return null;
  const level = power === 'lost' ? 'reached' : power === 'changing' ? 'between' : 'below';
  return { from: at, at, level, value: null };
}
