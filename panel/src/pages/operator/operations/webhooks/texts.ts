import type { Tone } from '#parts/status.tsx';
import type { WebhookStatus } from './queries.ts';

export const STATUSES: Record<WebhookStatus, { readonly label: string; readonly tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  paused: { label: 'Paused', tone: 'idle' },
  disabled: { label: 'Disabled', tone: 'bad' },
};

export const texts = {
  title: 'Webhooks',
  description: 'Endpoints of all customers and the state of their deliveries.',
  search: 'Search by URL or description',
  anyStatus: 'Any status',
  failingFilter: 'Any health',
  failingOnly: 'Failing',
  account: 'Customer',
  url: 'URL',
  status: 'Status',
  failing: 'Failing',
  failingSince: 'Failing since',
  last: 'Last failure',
  pending: 'Waiting',
  lastSuccess: 'Last success',
  noResponse: 'No response',
  answered: (status: number) => `Status ${status}`,
  redeliver: 'Redeliver',
  redelivered: 'Failed and waiting deliveries are sent again.',
  disable: 'Disable',
  disableTitle: 'Disable this webhook?',
  disableText: 'Deliveries wait until the webhook is enabled. The customer sees it as disabled and can enable it.',
  enable: 'Enable',
  empty: 'No webhooks yet. Customers create them under Webhooks.',
  nothingFound: 'No webhooks match these filters.',
};
