import type { Query } from '@hostler/database';
import { conflict, notFound, validationError } from '#kernel/errors.ts';
import { readHostname, readSshKeys } from '../../../resources/hosting/index.ts';
import { findPlan, type Plan, type PlanPrice } from '../../plans/index.ts';
import { findProfile } from '../../profiles/index.ts';
import { choosePrice } from '../terms.ts';
import type { OrderRequest } from './schemas.ts';
import type { NewOrder } from './service.ts';

/** Checks the order of a customer against the public plans. A hidden plan is reported as not found. */
export function* readOrder(accountId: number, request: OrderRequest): Query<NewOrder> {
  const { hostname, image, ssh_keys = [], coupon } = request;
  const plan = yield* findPlan(request.plan);
  if (plan?.visibility !== 'public') throw notFound('Plan');
  if (image !== undefined && !plan.images.includes(image)) {
    throw validationError([{ field: 'image', message: `must be one of ${plan.images.join(', ')}.` }]);
  }
  const price = yield* findPrice(accountId, plan, request.period);
  return { plan, price, hostname: readHostname(hostname), image, sshKeys: readSshKeys(ssh_keys), coupon };
}

/** Returns the price in the currency of the account, which is fixed by its first order. */
function* findPrice(accountId: number, plan: Plan, period: OrderRequest['period']): Query<PlanPrice> {
  const currency = (yield* findProfile(accountId)).currency ?? plan.currency;
  const price = choosePrice(plan, currency, period);
  if (price) return price;
  if (!plan.prices.some((price) => price.currency === currency)) {
    throw conflict(
      `The currency of this account is ${currency}, and ${plan.name} has no price in it. Choose another plan.`,
    );
  }
  throw validationError([{ field: 'period', message: `is not available for ${plan.name} in ${currency}.` }]);
}
