import type { VpsBounds, VpsKind } from '../../../engines/vps/driver.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { AppError, type ErrorDetail, validationError } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import type { BillingPeriod } from './schemas.ts';
import { insertPlan, listPlans } from './store.ts';
import { viewPlan } from './view.ts';

const CURRENCY = /^[A-Z]{3}$/;
/** Two decimals short of 2^53: sums of many prices stay exact. */
const MAX_PRICE = 10 ** 13;
/** What a plan is unless it says otherwise. */
export const USUAL_PLAN = {
  currency: 'EUR',
  billing_period: 'monthly',
  vcpus: 1,
  memory_mb: 1024,
  disk_gb: 20,
  image: 'debian/13',
  kind: 'container',
} as const;

interface NewPlan {
  /** Unique, and not a number. */
  name: string;
  /** For one period, in minor units of the currency. */
  price: number;
  /** ISO 4217 code. */
  currency?: string | undefined;
  billing_period?: BillingPeriod | undefined;
  vcpus?: number | undefined;
  memory_mb?: number | undefined;
  disk_gb?: number | undefined;
  image?: string | undefined;
  kind?: VpsKind | undefined;
  processes?: number | undefined;
  network_mbps?: number | undefined;
  disk_iops?: number | undefined;
  nesting?: boolean | undefined;
}

export type PlanOperatorService = ReturnType<typeof createPlanOperatorService>;

export function createPlanOperatorService({ clock }: { clock: Clock }) {
  function* create(given: NewPlan) {
    const { price, billing_period = USUAL_PLAN.billing_period } = given;
    const [name, currency] = [given.name.trim(), (given.currency ?? USUAL_PLAN.currency).toUpperCase()];
    const { image = USUAL_PLAN.image, kind = USUAL_PLAN.kind } = given;
    const { vcpus = USUAL_PLAN.vcpus, memory_mb = USUAL_PLAN.memory_mb, disk_gb = USUAL_PLAN.disk_gb } = given;
    const { processes, network_mbps, disk_iops, nesting = false } = given;
    const details = [
      ...checkName(name),
      ...checkPrice(price),
      ...checkCurrency(currency),
      ...checkAmounts({ vcpus, memory_mb, disk_gb, processes, network_mbps, disk_iops }),
    ];
    if (details.length > 0) throw validationError(details);
    const bounds: VpsBounds = {
      processes,
      networkMbps: network_mbps,
      diskIops: disk_iops,
      nesting: nesting || undefined,
    };
    const terms = { name, price, currency, billing_period };
    const size = { vcpus, memory_mb, disk_gb, image, kind, bounds: JSON.stringify(bounds) };
    const plan = yield* insertPlan({ ...terms, ...size, created_at: clock.now() });
    if (!plan) throw new AppError('CONFLICT', `A plan named ${name} exists already.`);
    return viewPlan(plan);
  }

  function* list(): Query<ReturnType<typeof viewPlan>[]> {
    return (yield* listPlans()).map(viewPlan);
  }

  return { create, list };
}

function checkName(name: string): ErrorDetail[] {
  if (name === '') return [{ field: 'name', message: 'must not be empty.' }];
  // A plan is named by id or by name, so no name may look like an id.
  return /^\d+$/.test(name) ? [{ field: 'name', message: 'must not be a number.' }] : [];
}

function checkPrice(price: number): ErrorDetail[] {
  if (Number.isInteger(price) && price >= 0 && price <= MAX_PRICE) return [];
  return [{ field: 'price', message: `must be a whole number from 0 to ${MAX_PRICE}.` }];
}

function checkCurrency(currency: string): ErrorDetail[] {
  return CURRENCY.test(currency) ? [] : [{ field: 'currency', message: 'must be three letters, like EUR.' }];
}

/** What is said of its size at all must be something. */
function checkAmounts(amounts: Record<string, number | undefined>): ErrorDetail[] {
  return Object.entries(amounts)
    .filter(([, amount]) => amount !== undefined && !(Number.isSafeInteger(amount) && amount >= 1))
    .map(([field]) => ({ field, message: 'must be a whole number of at least 1.' }));
}
