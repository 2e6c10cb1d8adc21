import type { Query } from '@hostler/database';
import type { DisabledWebhook } from './record.ts';

/** Writes to a customer on behalf of the service, in the caller's transaction. */
export type Notify = (accountId: number, notice: { subject: string; message: string }, now: number) => Query<void>;

/**
 * Without it, a disabled webhook is noticed only when its events are missed. Names only the host of the URL: the rest
 * may contain a secret, and tickets are read with another scope.
 */
export function* tellDisabled(
  { id, account_id, url, gone }: DisabledWebhook,
  notify: Notify,
  now: number,
): Query<void> {
  const reason = gone
    ? 'its receiver answered 410 Gone, which says that it wants nothing more'
    : 'every delivery to it has failed for five days';
  yield* notify(
    account_id,
    {
      subject: `Webhook ${id} was disabled`,
      message: [
        `The webhook ${id} to ${new URL(url).host} was disabled because ${reason}.`,
        'What happens meanwhile is kept for 30 days. When the receiver works again, set the webhook to active with ' +
          'POST /api/v1/webhooks/update, and have what failed sent again with POST /api/v1/webhooks/redeliver and "since".',
      ].join('\n\n'),
    },
    now,
  );
}
