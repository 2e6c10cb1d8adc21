import type { Database } from '../../../kernel/db/database.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { Module } from '../../../module.ts';
import { planCommands } from './commands.ts';
import { migrations } from './migrations.ts';

export { BILLING_PERIODS, type BillingPeriod, findPlan, type PlanRow } from './store.ts';

export function plansModule(deps: { db: Database; clock: Clock }): Module {
  return { name: 'plans', migrations, commands: planCommands(deps) };
}
