import type { Metric } from '../rules/schemas.ts';
import type { RuleRow } from '../rules/store.ts';

const NAMES: Record<Exclude<Metric, 'down'>, string> = {
  cpu: 'CPU',
  memory: 'memory',
  disk: 'disk',
  network: 'network',
};

/** Describes an alert in one sentence. */
export function describeAlert(
  { metric, threshold, minutes }: Pick<RuleRow, 'metric' | 'threshold' | 'minutes'>,
  hostname: string,
): string {
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  if (metric === 'down') return `${hostname} has been off for ${time}, and nobody stopped it.`;
  const unit = metric === 'network' ? 'Mbit/s' : '%';
  return `The ${NAMES[metric]} of ${hostname} has been at ${threshold} ${unit} or more for ${time}.`;
}
