import { byColumn, defineStaffList } from '@hostler/database';
import { WEBHOOK_STATUSES } from './schemas.ts';
import { type WebhookRow, webhooks } from './store.ts';

type OwnedRow = WebhookRow & { account_id: number };

/** Lists the webhooks of all accounts for staff. */
export const listAllWebhooks = defineStaffList<OwnedRow, (typeof WEBHOOK_STATUSES)[number]>({
  select: `select account_id, ${webhooks.columns} from webhooks`,
  statuses: byColumn(WEBHOOK_STATUSES),
  searched: ['url', 'description'],
});
