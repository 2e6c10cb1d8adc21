import type { VpsBounds } from '../../../engines/vps/driver.ts';
import type { Query } from '../../../kernel/db/query.ts';
import * as store from './store.ts';

/** What can be bought, as other modules know it. */
export interface Plan extends Omit<store.PlanRow, 'bounds' | 'created_at'> {
  readonly bounds: VpsBounds;
}

/** By id where the text is a number, which a name never is; else by name. */
export function* findPlan(idOrName: string): Query<Plan | undefined> {
  const row = yield* store.findPlan(idOrName);
  if (!row) return undefined;
  const { bounds, created_at: _, ...plan } = row;
  return { ...plan, bounds: JSON.parse(bounds) };
}
