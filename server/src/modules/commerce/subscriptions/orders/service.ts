import { changeRow } from '../../../../kernel/db/change-row.ts';
import { attempt, type Query } from '../../../../kernel/db/query.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { emit } from '../../../../kernel/events/emit.ts';
import type { NewServer, Servers } from '../../../resources/hosting/index.ts';
import * as store from '../store.ts';
import { viewSubscription } from '../view.ts';

/** What an order asked for, until it is made. */
export type OrderedServer = Omit<NewServer, 'subscriptionId'>;

interface Dependencies {
  servers: Pick<Servers, 'provision'>;
}

export type OrderService = ReturnType<typeof createOrderService>;

export function createOrderService({ servers }: Dependencies) {
  /**
   * The order is paid: what it asked for is made. Where that is refused now (a limit of the account), the payment stands,
   * and the billing run tries again.
   */
  function* settle(accountId: number, id: number, at: number): Query<void> {
    const marked = yield* change(accountId, id, (row) =>
      row.status === 'pending' ? { activate_at: row.activate_at ?? at, pending_until: null } : undefined,
    );
    if (marked) yield* attempt(activate(accountId, id, at));
  }

  /** Nothing is made before this; of one that is not pending nothing is. */
  function* activate(accountId: number, id: number, at: number): Query<boolean> {
    const active = yield* change(accountId, id, (row) =>
      row.status === 'pending'
        ? { status: 'active', ordered: null, pending_until: null, activate_at: null }
        : undefined,
    );
    if (!active) return false;
    const { before, after } = active;
    if (before.ordered === null) return true;
    const order: OrderedServer = JSON.parse(before.ordered);
    const server = yield* servers.provision(accountId, { ...order, subscriptionId: id }, at);
    yield* store.changeSubscription(accountId, after, { hosting_id: server.id });
    return true;
  }

  /** Nobody paid it in time, or whoever ordered it thought better of it. */
  function* cancelUnpaidOrder(accountId: number, id: number, at: number): Query<boolean> {
    const cancelled = yield* change(accountId, id, (row) =>
      row.status === 'pending' && row.activate_at === null
        ? { status: 'cancelled', cancelled_at: at, pending_until: null, next_bill_at: null, ordered: null }
        : undefined,
    );
    if (!cancelled) return false;
    yield* emit({ accountId, type: 'subscription.cancelled', data: viewSubscription(cancelled.after), now: at });
    return true;
  }

  return { settle, activate, cancelUnpaidOrder };
}

interface Changed {
  before: store.SubscriptionRow;
  after: store.SubscriptionRow;
}

/** Undefined where there is nothing to change. */
function change(
  accountId: number,
  id: number,
  decide: (row: store.SubscriptionRow) => Partial<store.SubscriptionState> | undefined,
): Query<Changed | undefined> {
  return changeRow(
    function* () {
      const before = yield* store.findSubscription(accountId, id);
      if (!before) throw notFound('Subscription');
      const changes = decide(before);
      return changes && { before, changes };
    },
    function* ({ before, changes }): Query<Changed | undefined> {
      const after = yield* store.changeSubscription(accountId, before, changes);
      return after && { before, after };
    },
  );
}
