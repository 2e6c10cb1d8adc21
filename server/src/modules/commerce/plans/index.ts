import type { Database } from '@hostler/database';
import type { VpsDriver } from '#engines/vps/driver.ts';
import type { Clock } from '#kernel/time.ts';
import type { Module } from '#program/module.ts';
import { planCommands } from './commands.ts';
import { createPlanImages } from './images.ts';
import { migrations } from './migrations.ts';
import { createPlanOperatorService, type PlanOperatorService } from './operator-service.ts';
import { planRoutes } from './routes.ts';

export { BILLING_PERIODS, type BillingPeriod, OfferedPlan, type PlanPrice } from './schemas.ts';
export {
  findPlan,
  findPlanVersion,
  listCurrencies,
  listOffers,
  listPlanImages,
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

interface Dependencies {
  db: Database;
  clock: Clock;
  vps: Pick<VpsDriver, 'checkImages'>;
}

export function plansModule({ db, clock, vps }: Dependencies): PlansModule {
  const images = createPlanImages({ db, vps });
  const plans = createPlanOperatorService({ clock });
  return {
    name: 'plans',
    migrations,
    routes: planRoutes(),
    commands: planCommands({ db, plans, images }),
    checks: [{ name: 'images', check: images.check }],
    operator: { plans },
  };
}
