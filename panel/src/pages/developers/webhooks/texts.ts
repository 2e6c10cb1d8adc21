import type { Webhook, WebhookDelivery } from '@hostler/sdk';
import type { Tone } from '../../../parts/status.tsx';

interface Shown {
  readonly label: string;
  readonly tone: Tone;
}

export const STATUSES: Readonly<Record<Webhook['status'], Shown>> = {
  active: { label: 'Active', tone: 'good' },
  paused: { label: 'Paused', tone: 'idle' },
  disabled: { label: 'Disabled', tone: 'bad' },
};

/** An active one whose deliveries fail is not told by its status. */
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
  urlHint: 'Answers to POST, best over https. Any 2xx within 15 seconds counts as received.',
  description: 'Description',
  events: 'Events',
  allEvents: 'All events',
  allEventsHint: 'Also those that are added later.',
  noEvents: 'Choose at least one event.',
  empty:
    'A webhook tells a program of yours what happens, the moment it happens: a server is ready, a ticket was answered.',
  noMatch: 'No webhook matches these filters.',
  sandbox: 'Webhooks of the sandbox are real: they are sent the events of simulated writes, and no others.',
  secretTitle: 'The signing secret',
  secretLabel: 'Signing secret',
  whenLost: 'A lost secret cannot be shown again, only rotated.',
  verify: 'Verify every delivery with it before you believe what it says.',
  test: 'Send test event',
  edit: 'Edit',
  save: 'Save',
  pause: 'Pause',
  pauseHint:
    'While paused nothing is sent: deliveries that exist wait, and what happens meanwhile is in the event feed only.',
  resume: 'Resume',
  rotate: 'Rotate secret',
  rotateText:
    'The new secret signs at once. For 24 hours the header webhook-signature carries the signature of the old secret beside it, so a receiver that verifies that header can be switched over without a gap. X-Webhook-Signature changes with the rotation: accept both secrets for a moment if you verify that one.',
  remove: 'Remove webhook',
  removeText: 'Nothing more is sent to it, what waits is forgotten, and its list of deliveries is gone.',
  redeliver: 'Redeliver',
  redeliverFailed: 'Redeliver failed',
  redeliverFailedText: 'Sends everything again that failed in this time. Each delivery gets all its attempts anew.',
  since: 'Failed in',
  copyCurl: 'Copy as curl',
  deliveries: 'Deliveries',
  noDeliveries: 'Nothing has been sent yet. Send a test event, or do something that causes one.',
  noDeliveriesMatch: 'No delivery matches these filters.',
  chooseDelivery: 'Choose a delivery to see what was sent and answered.',
  eventGone: 'The event is older than 30 days; its body is no longer kept.',
} as const;
