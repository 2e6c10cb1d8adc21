import { changeRow, type Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import * as store from './store.ts';

export interface Changed {
  readonly before: store.SubscriptionRow;
  readonly after: store.SubscriptionRow;
}

export function* findRow(accountId: number, id: number): Query<store.SubscriptionRow> {
  const row = yield* store.findSubscription(accountId, id);
  if (!row) throw notFound('Subscription');
  return row;
}

/**
 * Changes a subscription from its current state. Returns undefined if `decide` finds nothing to change. Pass `known` if
 * the row was just read; it is read again only after a concurrent change.
 */
export function change(
  accountId: number,
  id: number,
  decide: (row: store.SubscriptionRow) => Partial<store.SubscriptionState> | undefined,
  known?: store.SubscriptionRow,
): Query<Changed | undefined> {
  let seen = known;
  return changeRow(
    function* () {
      const before = seen ?? (yield* findRow(accountId, id));
      seen = undefined;
      const changes = decide(before);
      return changes && { before, changes };
    },
    function* ({ before, changes }): Query<Changed | undefined> {
      const after = yield* store.changeSubscription(accountId, before, changes);
      return after && { before, after };
    },
  );
}
