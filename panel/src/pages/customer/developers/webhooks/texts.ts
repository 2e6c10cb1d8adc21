import type { Webhook, WebhookDelivery } from '@hostler/sdk';
import type { Tone } from '#parts/status.tsx';

interface Shown {
  readonly label: string;
  readonly tone: Tone;
}

export const STATUSES: Readonly<Record<Webhook['status'], Shown>> = {
  active: { label: 'Active', tone: 'good' },
  paused: { label: 'Paused', tone: 'idle' },
  disabled: { label: 'Disabled', tone: 'bad' },
};

/** Shows an active webhook with failing deliveries as failing: the API keeps its status `active`. */
export function statusOf({ status, failing_since }: Pick<Webhook, 'status' | 'failing_since'>): Shown {
  return status === 'active' && failing_since !== null ? { label: 'Failing', tone: 'bad' } : STATUSES[status];
}

export const DELIVERY_STATUSES: Readonly<Record<WebhookDelivery['status'], Shown>> = {
  pending: { label: 'Waiting', tone: 'wait' },
  succeeded: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

export const SINCE = [
  { value: '3600', label: 'The last hour' },
  { value: '86400', label: 'The last day' },
  { value: '604800', label: 'The last 7 days' },
  { value: '2592000', label: 'The last 30 days' },
];

export const texts = {
  title: 'Webhooks',
  search: 'Search webhooks',
  status: 'Status',
  add: 'Add webhook',
  submit: 'Add',
  url: 'URL',
  urlHint: 'Must accept POST requests, preferably over HTTPS. A 2xx response within 15 seconds counts as delivered.',
  description: 'Description',
  events: 'Events',
  allEvents: 'All events',
  allEventsHint: 'Includes event types added later.',
  noEvents: 'Choose at least one event.',
  empty:
    'A webhook notifies your program when something happens, for example when a server is ready or a ticket is answered.',
  noMatch: 'No webhook matches these filters.',
  sandbox: 'Sandbox webhooks are real. They receive only the events of simulated writes.',
  secretTitle: 'The signing secret',
  secretLabel: 'Signing secret',
  whenLost: 'If you lose the secret, rotate it.',
  verify: 'Use it to verify the signature of every delivery.',
  test: 'Send test event',
  edit: 'Edit',
  save: 'Save',
  pause: 'Pause',
  pauseHint: 'While paused, nothing is sent. Existing deliveries wait. New events appear only in the event feed.',
  resume: 'Resume',
  rotate: 'Rotate secret',
  rotateText:
    'The new secret is used immediately. For 24 hours the webhook-signature header also carries a signature made with the old secret, so you can switch without downtime. X-Webhook-Signature uses only the new secret: if you verify that header, accept both secrets during the switch.',
  remove: 'Remove webhook',
  removeText: 'No more events are sent to it. Pending deliveries and the delivery history are deleted.',
  redeliver: 'Redeliver',
  redeliverFailed: 'Redeliver failed',
  redeliverFailedText:
    'Resends all deliveries that failed in this period. Each delivery starts again with its first attempt.',
  since: 'Failed in',
  copyCurl: 'Copy as curl',
  deliveries: 'Deliveries',
  noDeliveries: 'No deliveries yet. Send a test event to create one.',
  noDeliveriesMatch: 'No delivery matches these filters.',
  chooseDelivery: 'Choose a delivery to see its request and response.',
  testMark: 'Test',
  testBody: 'The body of a test event is not stored. It has data.test: true.',
  eventGone: 'The event is older than 30 days. Its body is no longer stored.',
} as const;
