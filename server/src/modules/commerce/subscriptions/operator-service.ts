import type { Query } from '../../../kernel/db/query.ts';
import { notFound, validationError } from '../../../kernel/errors.ts';
import type { Clock } from '../../../kernel/time.ts';
import { requireAccount } from '../../identity/accounts/index.ts';
import { readSshKeys } from '../../resources/hosting/index.ts';
import { findPlan } from '../plans/index.ts';
import { listAllSubscriptions } from './operator-store.ts';
import type { Subscription } from './schemas.ts';
import type { SubscriptionService } from './service.ts';
import { viewSubscription } from './view.ts';

/** What the billing run asks for, each page after the last of the one before; by indexed columns only. */
export { type DueSubscription, listToActivate, listToBill, listToEnd, listUnpaidOrders } from './operator-store.ts';

interface NewSubscription {
  account_id: number;
  /** Id or name of the plan. */
  plan: string;
  /** Host name of the VPS that comes with it; none when absent. */
  hostname?: string | undefined;
  /** Who may log in to that VPS. */
  ssh_keys?: readonly string[] | undefined;
}

interface Dependencies {
  clock: Clock;
  subscriptions: SubscriptionService;
}

export type SubscriptionOperatorService = ReturnType<typeof createSubscriptionOperatorService>;

export function createSubscriptionOperatorService({ clock, subscriptions }: Dependencies) {
  /** Sells a plan to a customer: the subscription, its first invoice and, with a host name, its VPS. */
  function* create({ account_id, hostname, ...given }: NewSubscription) {
    const sshKeys = readSshKeys(given.ssh_keys ?? []);
    if (hostname === undefined && sshKeys.length > 0) {
      const message = 'is missing: without one there is no VPS to log in to.';
      throw validationError([{ field: 'hostname', message }]);
    }
    yield* requireAccount(account_id);
    const plan = yield* findPlan(given.plan);
    if (!plan) throw notFound('Plan');
    const order = { plan, hostname, sshKeys };
    const { subscription, invoice } = yield* subscriptions.create(account_id, order, clock.now());
    return { ...viewSubscription(subscription), invoice };
  }

  /** Of all customers, or of one. */
  function* list({ account_id }: { account_id?: number | undefined } = {}): Query<OwnedSubscription[]> {
    const rows = yield* listAllSubscriptions(account_id);
    return rows.map((row) => ({ account_id: row.account_id, ...viewSubscription(row) }));
  }

  return { create, list };
}

type OwnedSubscription = Subscription & { account_id: number };
