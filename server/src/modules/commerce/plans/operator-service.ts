import type { Query, StaffListRequest } from '@hostler/database';
import { type ErrorDetail, fieldErrors as general, notFound, validationError } from '#kernel/errors.ts';
import type { Clock } from '#kernel/time.ts';
import { errors, fieldErrors } from './errors.ts';
import type { PlanVisibility } from './schemas.ts';
import { firstOf, readPlan } from './service.ts';
import * as store from './store.ts';
import { type NewTerms, readTerms, type Terms } from './terms.ts';
import { viewPlan } from './view.ts';

interface NewPlan extends NewTerms {
  /** Must be unique and not a number. */
  name: string;
  /** Only staff can sell a hidden plan. */
  hidden?: boolean | undefined;
  /** Number of units for sale. Unlimited if absent. */
  stock?: number | undefined;
}

const MOST_VERSIONS = 100;

export type PlanView = ReturnType<typeof viewPlan>;
export type PlanOperatorService = ReturnType<typeof createPlanOperatorService>;

export function createPlanOperatorService({ clock }: { clock: Clock }) {
  function* create({ hidden = false, stock, ...given }: NewPlan): Query<PlanView> {
    const name = given.name.trim();
    const terms = readTerms(given, undefined, [...checkName(name), ...checkStock(stock)]);
    const identity = { name, visibility: visibilityOf(hidden), stock: stock ?? null, created_at: clock.now() };
    const plan = yield* store.insertPlan(identity, writeTerms(terms), firstOf(terms.prices));
    if (!plan) throw errors.plan_name_taken({ name });
    return viewPlan(plan);
  }

  /**
   * Adds a version, which is sold from now on. Existing subscriptions keep their version. Fields that are not given
   * stay unchanged.
   */
  function* change(idOrName: string, given: NewTerms): Query<PlanView> {
    const plan = yield* find(idOrName);
    const terms = readTerms(given, readPlan(plan));
    const changed = yield* store.insertVersion(plan, writeTerms(terms), firstOf(terms.prices), clock.now());
    if (!changed) throw errors.plan_changed_concurrently();
    return viewPlan(changed);
  }

  function* list(request: StaffListRequest<PlanVisibility> = {}): Query<PlanView[]> {
    return (yield* store.listPlans(request)).map(viewPlan);
  }

  function* show(idOrName: string): Query<PlanView> {
    return viewPlan(yield* find(idOrName));
  }

  /** Lists all versions, newest first. Subscriptions keep the version that they were sold with. */
  function* listVersions(idOrName: string) {
    const { id } = yield* find(idOrName);
    return (yield* store.listVersions(id, MOST_VERSIONS)).map(viewPlan);
  }

  /** Existing subscriptions are not affected. */
  function* setHidden(idOrName: string, hidden: boolean): Query<PlanView> {
    const plan = yield* find(idOrName);
    const visibility = visibilityOf(hidden);
    yield* store.setVisibility(plan.id, visibility);
    return viewPlan({ ...plan, visibility });
  }

  /** Sets how many more units can be sold. Undefined is unlimited. */
  function* setStock(idOrName: string, stock: number | undefined): Query<PlanView> {
    const details = checkStock(stock);
    if (details.length > 0) throw validationError(details);
    const plan = yield* find(idOrName);
    yield* store.setStock(plan.id, stock ?? null);
    return viewPlan({ ...plan, stock: stock ?? null });
  }

  function* find(idOrName: string): Query<store.PlanRow> {
    const plan = yield* store.findPlan(idOrName);
    if (!plan) throw notFound('Plan');
    return plan;
  }

  return { create, change, list, show, listVersions, setHidden, setStock };
}

function visibilityOf(hidden: boolean): PlanVisibility {
  return hidden ? 'hidden' : 'public';
}

function writeTerms({ images, bounds, tax_included, prices, extra_addresses, ...terms }: Terms): store.VersionContent {
  return {
    ...terms,
    images: images.length === 1 ? null : JSON.stringify(images),
    bounds: JSON.stringify(bounds),
    tax_included: tax_included ? 1 : 0,
    prices: JSON.stringify(prices),
    extra_addresses: extra_addresses === null ? null : JSON.stringify(extra_addresses),
  };
}

function checkName(name: string): ErrorDetail[] {
  if (name === '') return [general.empty('name')];
  // Plans are looked up by id or name, so a name must not look like an id.
  return /^\d+$/.test(name) ? [fieldErrors.plan_name_is_number('name')] : [];
}

function checkStock(stock: number | undefined): ErrorDetail[] {
  if (stock === undefined || (Number.isSafeInteger(stock) && stock >= 0)) return [];
  return [general.not_whole_at_least('stock', { min: 0 })];
}
