import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import { planCommands } from './commands.ts';
import { migrations } from './migrations.ts';
import { createPlanOperatorService, type PlanOperatorService } from './operator-service.ts';
import { planRoutes } from './routes.ts';

export { BILLING_PERIODS, type BillingPeriod, OfferedPlan, type PlanPrice } from './schemas.ts';
export {
  findPlan,
  findPlanVersion,
  listCurrencies,
  listOffers,
  type Plan,
  priceOf,
  returnStock,
  takeStock,
} from './service.ts';
export { viewOffer } from './view.ts';
export type { PlanOperatorService };

interface PlansModule extends Module {
  operator: { plans: PlanOperatorService };
}

export function plansModule({ db, clock }: { db: Database; clock: Clock }): PlansModule {
  const plans = createPlanOperatorService({ clock });
  return {
    name: 'plans',
    migrations,
    routes: planRoutes(),
    commands: planCommands({ db, plans }),
    operator: { plans },
  };
}
