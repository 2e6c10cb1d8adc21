import type { Query } from '@hostler/database';
import { canBeSuspended, type Servers } from '../../../resources/hosting/index.ts';
import { type Plan, returnStock, takeStock } from '../../plans/index.ts';
import * as store from '../store.ts';
import { nextTermsOf } from '../terms.ts';
import type { UsageService } from '../usage/service.ts';
import type { Change, Facts } from './decide.ts';
import { errors } from './errors.ts';
import { NOT_PENDING } from './pending.ts';

interface Dependencies {
  servers: Pick<Servers, 'find' | 'resize'>;
  usage: Pick<UsageService, 'changeRate'>;
}

export type ChangeApplier = ReturnType<typeof createChangeApplier>;

/** Gives a subscription another plan and resizes its server. */
export function createChangeApplier({ servers, usage }: Dependencies) {
  /** Applies a change to the row it was decided on. `reserved` is the plan whose stock was already taken for it. */
  function* applyNow(
    accountId: number,
    { row, plan }: Facts,
    { terms, name, billed }: Change,
    now: number,
    reserved: number | null = null,
  ): Query<{ row: store.SubscriptionRow; actionId: number | null }> {
    yield* moveStock(row, plan, reserved);
    const waiting = { next_terms: null, change_at: null, former_terms: null, ...NOT_PENDING };
    const changed = yield* changeSeen(accountId, row, { ...terms, ...billed, ...waiting, name });
    if (terms.billing_period === 'hourly') yield* usage.changeRate(accountId, row.id, terms, now);
    return { row: changed, actionId: yield* resize(accountId, changed, plan, now) };
  }

  function* moveStock(row: store.SubscriptionRow, plan: Plan, reserved: number | null): Query<void> {
    yield* returnWaiting(row);
    if (plan.id === row.plan_id) {
      if (reserved !== null) yield* returnStock(reserved);
      return;
    }
    if (reserved === null) yield* requireStock(plan);
    if (row.plan_id !== null) yield* returnStock(row.plan_id);
  }

  /** Resizes the server to a plan. Returns the action; null if there is no server, or it is going away. */
  function* resize(accountId: number, row: store.SubscriptionRow, plan: Plan, now: number): Query<number | null> {
    if (row.hosting_id === null) return null;
    const server = yield* servers.find(accountId, row.hosting_id);
    if (!canBeSuspended(server)) return null;
    const { vcpus, memory_mb, bounds, name } = plan;
    // The server keeps a disk that grew before the plan was made smaller.
    const disk_gb = Math.max(plan.disk_gb, server.diskGb);
    const size = { vcpus, memory_mb, disk_gb, bounds, plan: name };
    return (yield* servers.resize(accountId, server.id, size, now)).actionId;
  }

  return { applyNow, resize };
}

/**
 * Changes the row that a change was decided on. Throws CONFLICT after a concurrent change, because the preview is
 * stale.
 */
export function* changeSeen(
  accountId: number,
  row: store.SubscriptionRow,
  changes: Partial<store.SubscriptionState>,
): Query<store.SubscriptionRow> {
  const changed = yield* store.changeSubscription(accountId, row, changes);
  if (!changed) throw errors.price_changed_meanwhile();
  return changed;
}

/** Takes one unit of a plan's stock. Throws if it is sold out. */
export function* requireStock({ id, name }: Plan): Query<void> {
  if (!(yield* takeStock(id))) throw errors.plan_sold_out({ plan: name });
}

/** Returns the stock that a waiting change had reserved. */
export function* returnWaiting(row: store.SubscriptionRow): Query<void> {
  const waiting = nextTermsOf(row)?.plan_id ?? null;
  if (waiting !== null && waiting !== row.plan_id) yield* returnStock(waiting);
}
