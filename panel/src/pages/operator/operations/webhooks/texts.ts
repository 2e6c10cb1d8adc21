import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';
import type { WebhookStatus } from './queries.ts';

export const STATUSES: Record<WebhookStatus, { readonly label: string; readonly tone: Tone }> = {
  active: { label: t`Active`, tone: 'good' },
  paused: { label: t`Paused`, tone: 'idle' },
  disabled: { label: t`Disabled`, tone: 'bad' },
};

export const texts = {
  title: t`Webhooks`,
  description: t`Endpoints of all customers and the state of their deliveries.`,
  search: t`Search by URL or description`,
  anyStatus: t`Any status`,
  failingFilter: t`Any health`,
  failingOnly: t`Failing`,
  account: t`Customer`,
  url: 'URL',
  status: t`Status`,
  failing: t`Failing`,
  failingSince: t`Failing since`,
  last: t`Last failure`,
  pending: t`Waiting`,
  lastSuccess: t`Last success`,
  noResponse: t`No response`,
  answered: (status: number) => t`Status ${status}`,
  redeliver: t`Redeliver`,
  redelivered: t`Failed and waiting deliveries are sent again.`,
  disable: t`Disable`,
  disableTitle: t`Disable this webhook?`,
  disableText: t`Deliveries wait until the webhook is enabled. The customer sees it as disabled and can enable it.`,
  enable: t`Enable`,
  empty: t`No webhooks yet. Customers create them under Webhooks.`,
  nothingFound: t`No webhooks match these filters.`,
};
