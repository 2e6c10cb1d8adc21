import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { OF_TEST } from './delivery/store.ts';
import { MOST_COUNTED } from './operator-schemas.ts';
import { WEBHOOK_STATUSES } from './schemas.ts';
import { type WebhookRow, webhooks } from './store.ts';

export interface StaffWebhookRow extends WebhookRow {
  account_id: number;
  account_name: string;
  /** Waiting deliveries, counted up to `MOST_COUNTED`. */
  pending: number;
  /** Log of the delivery that fails, as JSON; null if the last one succeeded. */
  last_log: string | null;
}

const COLUMNS = `account_id, (select name from accounts where accounts.id = webhooks.account_id) as account_name,
  ${webhooks.columns},
  (select count(*) from (select 1 from webhook_deliveries as d
     where d.webhook_id = webhooks.id and d.status = 'pending' limit ${MOST_COUNTED}) as waiting) as pending,
  case when failing_since is null then null else coalesce(
    (select d.log from webhook_deliveries as d
     where d.webhook_id = webhooks.id and d.status = 'pending' order by d.id limit 1),
    (select d.log from webhook_deliveries as d
     where d.webhook_id = webhooks.id and d.status = 'failed' and not d.${OF_TEST} order by d.id desc limit 1)) end as last_log`;

/** Lists the webhooks of all accounts for staff. `failing` is the earliest time of the first failure. */
export const listAllWebhooks = defineStaffList<StaffWebhookRow, (typeof WEBHOOK_STATUSES)[number]>({
  select: `select ${COLUMNS} from webhooks`,
  statuses: byColumn(WEBHOOK_STATUSES),
  searched: ['url', 'description'],
  filters: { failing: 'failing_since >= :failing' },
});
const FIND = sql<{ id: number }, StaffWebhookRow>(`select ${COLUMNS} from webhooks where id = :id`);

export function findAnyWebhook(id: number): Query<StaffWebhookRow | undefined> {
  return FIND.one({ id });
}
