import { plansModule } from '../modules/commerce/plans/index.ts';
import { subscriptionsModule } from '../modules/commerce/subscriptions/index.ts';
import type { Ground } from './ground.ts';
import type { Resources } from './resources.ts';

export function composeCommerce({ db, clock }: Ground, { hosting }: Resources) {
  return { modules: [plansModule({ db, clock }), subscriptionsModule({ db, clock, hosting })] };
}
