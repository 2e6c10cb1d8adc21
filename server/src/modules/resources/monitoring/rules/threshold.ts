import { validationError } from '#kernel/errors.ts';
import type { Metric } from './schemas.ts';

/** Returns the threshold of a rule on this metric. Throws a validation error if it makes no sense. */
export function readThreshold(metric: Metric, threshold: number | null | undefined): number | null {
  if (metric === 'down') {
    if (threshold === undefined || threshold === null) return null;
    throw refuse('is not for a rule on down: a server is down or it is not.');
  }
  if (threshold === undefined || threshold === null) throw refuse(`is needed for a rule on ${metric}.`);
  if (metric !== 'network' && threshold > 100) throw refuse('must be at most 100, in percent.');
  return threshold;
}

function refuse(message: string) {
  return validationError([{ field: 'threshold', message }]);
}
