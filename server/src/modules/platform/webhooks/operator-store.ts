import { type Query, sql } from '../../../kernel/db/query.ts';
import { type WebhookRow, webhooks } from './store.ts';

type OwnedRow = WebhookRow & { account_id: number };

const ALL = sql<object, OwnedRow>(`select account_id, ${webhooks.columns} from webhooks order by id`);
const OF_ACCOUNT = sql<{ account_id: number }, OwnedRow>(
  `select account_id, ${webhooks.columns} from webhooks where account_id = :account_id order by id`,
);

/** For operators, who see them all. */
export function listAllWebhooks(accountId: number | undefined): Query<OwnedRow[]> {
  return accountId === undefined ? ALL.all({}) : OF_ACCOUNT.all({ account_id: accountId });
}
