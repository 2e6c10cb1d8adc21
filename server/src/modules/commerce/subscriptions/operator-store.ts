import { type Query, sql } from '../../../kernel/db/query.ts';
import { type SubscriptionRow, subscriptions } from './store.ts';

type OwnedSubscriptionRow = SubscriptionRow & { account_id: number };

const ALL = sql<object, OwnedSubscriptionRow>(
  `select account_id, ${subscriptions.columns} from subscriptions order by id`,
);
const OF_ACCOUNT = sql<{ account_id: number }, OwnedSubscriptionRow>(
  `select account_id, ${subscriptions.columns} from subscriptions where account_id = :account_id order by id`,
);

export function listAllSubscriptions(accountId: number | undefined): Query<OwnedSubscriptionRow[]> {
  return accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
}
