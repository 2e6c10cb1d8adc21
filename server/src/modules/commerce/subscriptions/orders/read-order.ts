import type { Query } from '@hostler/database';
import { notFound, validationError } from '#kernel/errors.ts';
import { chooseImage, readHostname, readSshKeys, readTags, type Servers } from '../../../resources/hosting/index.ts';
import { findPlan, type Plan, type PlanPrice } from '../../plans/index.ts';
import { findProfile } from '../../profiles/index.ts';
import { choosePrice } from '../terms.ts';
import { errors, fieldErrors } from './errors.ts';
import type { OrderRequest } from './schemas.ts';
import type { NewOrder } from './service.ts';

/** Checks the order of a customer against the public plans. A hidden plan is reported as not found. */
export function* readOrder(
  accountId: number,
  request: OrderRequest,
  servers: Pick<Servers, 'sealUserData'>,
): Query<NewOrder> {
  const { hostname, ssh_keys = [], login, tags = [], user_data, firewall_ids: firewallIds, coupon } = request;
  const plan = yield* findPlan(request.plan);
  if (plan?.visibility !== 'public') throw notFound('Plan');
  const isCopy = request.snapshot_id !== undefined || request.backup_id !== undefined;
  if (login === 'ssh_key' && ssh_keys.length === 0 && !isCopy) {
    throw validationError([fieldErrors.login_without_key('ssh_keys')]);
  }
  const image = yield* chooseImage(plan, request.image, user_data !== undefined);
  const price = yield* findPrice(accountId, plan, request);
  return {
    ...{ plan, price, image, login, coupon, firewallIds },
    hostname: readHostname(hostname),
    sshKeys: readSshKeys(ssh_keys),
    tags: readTags(tags),
    sealedUserData: user_data === undefined ? undefined : servers.sealUserData(user_data),
  };
}

/** Returns the price in the currency of the account, which is fixed by its first order. */
function* findPrice(accountId: number, plan: Plan, { period, currency: wanted }: OrderRequest): Query<PlanPrice> {
  const { currency: fixed } = yield* findProfile(accountId);
  const currency = fixed ?? wanted ?? plan.currency;
  if (wanted !== undefined && wanted !== currency) {
    throw validationError([fieldErrors.not_currency_of_account('currency', { currency })]);
  }
  const price = choosePrice(plan, currency, period);
  if (price) return price;
  const currencies = [...new Set(plan.prices.map((price) => price.currency))];
  if (fixed === null && !currencies.includes(currency)) {
    const known = { plan: plan.name, currencies: currencies.join(', ') };
    throw validationError([fieldErrors.not_currency_of_plan('currency', known)]);
  }
  if (!currencies.includes(currency)) {
    throw errors.plan_without_account_currency({ currency, plan: plan.name });
  }
  throw validationError([fieldErrors.period_not_available('period', { plan: plan.name, currency })]);
}
