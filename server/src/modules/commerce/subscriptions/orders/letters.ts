import type { Letter } from '#kernel/mail/letter.ts';
import { formatTime } from '#kernel/time.ts';
import type { FailedDelivery } from '../operator-store.ts';

/** Notifies staff of paid orders whose servers cannot be created. */
export function writeFailedDeliveries(failed: readonly FailedDelivery[]): Letter {
  const [first] = failed;
  const subject =
    failed.length === 1 && first
      ? `The server of subscription ${first.id} could not be created`
      : `The servers of ${failed.length} paid orders could not be created`;
  return {
    subject,
    paragraphs: [
      'The engine refused to create the servers of these orders. Creation is retried automatically, with growing pauses.',
      'An order whose server does not run in time is cancelled with a credit note, and the payment is returned.',
    ],
    facts: failed.map((order) => [`Subscription ${order.id} of account ${order.account_id}`, describe(order)]),
    notes: [
      'After you have removed the cause: hostler subscription retry --id ID',
      'All orders that cannot be delivered: hostler doctor',
    ],
  };
}

function describe({ name, delivery_failure, deliver_by }: FailedDelivery): string {
  const until = deliver_by === null ? '' : ` Cancelled at ${formatTime(deliver_by)}.`;
  return `${name}: ${delivery_failure ?? 'unknown reason'}${until}`;
}
