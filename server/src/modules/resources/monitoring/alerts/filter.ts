import { badParameter } from '#kernel/http/parameters.ts';
import type { AlertFilters } from './schemas.ts';
import type { AlertOf } from './store.ts';

/** Returns the only filter of a list. Undefined for all alerts. */
export function readFilter({ rule_id, check_id, hosting_id }: AlertFilters): AlertOf | undefined {
  const [first, second] = Object.entries({ rule_id, check_id, hosting_id }).filter(([, id]) => id !== undefined);
  if (first && second) throw badParameter(second[0], `is given beside ${first[0]}; give one of them.`);
  return first && (Object.fromEntries([first]) as AlertOf);
}
