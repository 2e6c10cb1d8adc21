import { type Query, sql } from '../../../kernel/db/query.ts';
import { type SubscriptionRow, subscriptions } from './store.ts';

type OwnedSubscriptionRow = SubscriptionRow & { account_id: number };

const ALL = sql<object, OwnedSubscriptionRow>(
  `select account_id, ${subscriptions.columns} from subscriptions order by id`,
);
const OF_ACCOUNT = sql<{ account_id: number }, OwnedSubscriptionRow>(
  `select account_id, ${subscriptions.columns} from subscriptions where account_id = :account_id order by id`,
);
const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from subscriptions where id = :id');

export function listAllSubscriptions(accountId: number | undefined): Query<OwnedSubscriptionRow[]> {
  return accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
}

/** Whose subscription it is; for operators, who see them all. */
export function* findSubscriptionOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

/** A subscription of any customer that the billing run has to look at, and since when. */
export interface DueSubscription {
  readonly account_id: number;
  readonly id: number;
  readonly name: string;
  readonly due_at: number;
}

/** The last one of the page before: what could not be done stays due, and must not be met again in the same run. */
type After = Pick<DueSubscription, 'due_at' | 'id'>;

const BEFORE_ALL: After = { due_at: -1, id: 0 };

/** By a column that has an index: the cost is what is due, not what exists. */
function defineDue(column: 'next_bill_at' | 'activate_at' | 'pending_until' | 'change_at' | 'ends_at') {
  const DUE = sql<{ at: number; after_at: number; after_id: number; limit: number }, DueSubscription>(
    `select account_id, id, name, ${column} as due_at from subscriptions
     where ${column} is not null and ${column} <= :at and (${column}, id) > (:after_at, :after_id)
     order by ${column}, id limit :limit`,
  );
  return (at: number, after: After = BEFORE_ALL, limit = 500): Query<DueSubscription[]> =>
    DUE.all({ at, after_at: after.due_at, after_id: after.id, limit });
}

/** Renewals, ends of trials, hourly usage. */
export const listToBill = defineDue('next_bill_at');
/** Paid orders whose server could not be asked for at once. */
export const listToActivate = defineDue('activate_at');
/** Orders that nobody paid in time. */
export const listUnpaidOrders = defineDue('pending_until');
/** Changes of plan that waited for the end of a period. */
export const listToChange = defineDue('change_at');
export const listToEnd = defineDue('ends_at');
