import type { Webhook, WebhookDelivery } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';

interface Shown {
  readonly label: string;
  readonly tone: Tone;
}

export const STATUSES: Readonly<Record<Webhook['status'], Shown>> = {
  active: { label: t`Active`, tone: 'good' },
  paused: { label: t`Paused`, tone: 'idle' },
  disabled: { label: t`Disabled`, tone: 'bad' },
};

/** Shows an active webhook with failing deliveries as failing: the API keeps its status `active`. */
export function statusOf({ status, failing_since }: Pick<Webhook, 'status' | 'failing_since'>): Shown {
  return status === 'active' && failing_since !== null ? { label: t`Failing`, tone: 'bad' } : STATUSES[status];
}

export const DELIVERY_STATUSES: Readonly<Record<WebhookDelivery['status'], Shown>> = {
  pending: { label: t`Waiting`, tone: 'wait' },
  succeeded: { label: t`Delivered`, tone: 'good' },
  failed: { label: t`Failed`, tone: 'bad' },
};

export const SINCE = [
  { value: '3600', label: t`The last hour` },
  { value: '86400', label: t`The last day` },
  { value: '604800', label: t`The last 7 days` },
  { value: '2592000', label: t`The last 30 days` },
];

export const texts = {
  title: t`Webhooks`,
  search: t`Search webhooks`,
  status: t`Status`,
  add: t`Add webhook`,
  submit: t`Add`,
  url: 'URL',
  urlHint: t`Must accept POST requests, preferably over HTTPS. A 2xx response within 15 seconds counts as delivered.`,
  description: t`Description`,
  events: t`Events`,
  allEvents: t`All events`,
  allEventsHint: t`Includes event types added later.`,
  noEvents: t`Choose at least one event.`,
  empty: t`A webhook notifies your program when something happens, for example when a server is ready or a ticket is answered.`,
  noMatch: t`No webhook matches these filters.`,
  sandbox: t`Sandbox webhooks are real. They receive only the events of simulated writes.`,
  secretTitle: t`The signing secret`,
  secretLabel: t`Signing secret`,
  whenLost: t`If you lose the secret, rotate it.`,
  verify: t`Use it to verify the signature of every delivery.`,
  test: t`Send test event`,
  edit: t`Edit`,
  save: t`Save`,
  pause: t`Pause`,
  pauseTitle: (url: string) => t`Pause ${url}?`,
  pauseHint: t`While paused, nothing is sent. Existing deliveries wait. New events appear only in the event feed.`,
  resume: t`Resume`,
  rotate: t`Rotate secret`,
  rotateText: t`The new secret is used immediately. For 24 hours the webhook-signature header also carries a signature made with the old secret, so you can switch without downtime. X-Webhook-Signature uses only the new secret: if you verify that header, accept both secrets during the switch.`,
  remove: t`Remove webhook`,
  removeText: t`No more events are sent to it. Pending deliveries and the delivery history are deleted.`,
  redeliver: t`Redeliver`,
  redeliverFailed: t`Redeliver failed`,
  redeliverFailedText: t`Resends all deliveries that failed in this period. Each delivery starts again with its first attempt.`,
  since: t`Failed in`,
  copyCurl: t`Copy as curl`,
  deliveries: t`Deliveries`,
  noDeliveries: t`No deliveries yet. Send a test event to create one.`,
  noDeliveriesMatch: t`No delivery matches these filters.`,
  chooseDelivery: t`Choose a delivery to see its request and response.`,
  testMark: t`Test`,
  testBody: t`The body of a test event is not stored. It has data.test: true.`,
  eventGone: t`The event is older than 30 days. Its body is no longer stored.`,
} as const;
