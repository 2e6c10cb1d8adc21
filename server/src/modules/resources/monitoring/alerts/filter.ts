import { badParameter } from '#kernel/http/parameters.ts';
import { fieldErrors } from '../errors.ts';
import type { AlertFilters } from './schemas.ts';
import type { AlertOf } from './store.ts';

/** Returns the only filter of a list. Undefined for all alerts. */
export function readFilter({ rule_id, check_id, hosting_id }: AlertFilters): AlertOf | undefined {
  const [first, second] = Object.entries({ rule_id, check_id, hosting_id }).filter(([, id]) => id !== undefined);
  if (first && second) throw badParameter(fieldErrors.alert_filters_exclude(second[0], { other: first[0] }));
  return first && (Object.fromEntries([first]) as AlertOf);
}
