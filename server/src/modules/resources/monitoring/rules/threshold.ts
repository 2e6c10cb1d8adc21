import { type ErrorDetail, validationError } from '#kernel/errors.ts';
import { fieldErrors } from '../errors.ts';
import type { Metric } from './schemas.ts';

/** Returns the threshold of a rule on this metric. Throws a validation error if it makes no sense. */
export function readThreshold(metric: Metric, threshold: number | null | undefined): number | null {
  if (metric === 'down') {
    if (threshold === undefined || threshold === null) return null;
    throw refuse(fieldErrors.threshold_not_for_down('threshold'));
  }
  if (threshold === undefined || threshold === null)
    throw refuse(fieldErrors.threshold_needed('threshold', { metric }));
  if (metric !== 'network' && threshold > 100) throw refuse(fieldErrors.threshold_above_percent('threshold'));
  return threshold;
}

function refuse(detail: ErrorDetail) {
  return validationError([detail]);
}
