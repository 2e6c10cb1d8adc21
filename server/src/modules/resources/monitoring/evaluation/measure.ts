import type { Observation } from '../../hosting/index.ts';
import type { Metric } from '../rules/schemas.ts';
import type { Measure } from './decide.ts';

const CALM = 0.9;

export interface Measured extends Measure {
  /** Null for down. */
  readonly value: number | null;
}

/** When all servers were looked at. */
export interface Pass {
  readonly at: number;
  /** It does not follow the one before: nobody looked in between, or the clock was moved. */
  readonly broken: boolean;
}

interface Rule {
  readonly metric: Metric;
  readonly threshold: number | null;
}

/** Null where nothing is known that says anything about the rule. */
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

/** One that shall run and of which nothing is heard may be well: its host, or the engine, does not answer. */
function measureDown({ power, silent }: Observation, { at, broken }: Pass): Measured | null {
  if (broken || (power === 'on' && silent)) return null;
  const level = power === 'lost' ? 'reached' : power === 'changing' ? 'between' : 'below';
  return { from: at, at, level, value: null };
}
