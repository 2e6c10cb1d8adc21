import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { Webhook, WebhookWithSecret } from './schemas.ts';
import type { WebhookRow } from './store.ts';

export function viewWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: JSON.parse(row.events) as Webhook['events'],
    environment: row.environment,
    status: row.status,
    created_at: formatTime(row.created_at),
    last_success_at: formatOptionalTime(row.last_success_at),
    failing_since: formatOptionalTime(row.failing_since),
  };
}

export function viewWithSecret({ webhook, secret }: { webhook: WebhookRow; secret: string }): WebhookWithSecret {
  return { ...viewWebhook(webhook), secret };
}
