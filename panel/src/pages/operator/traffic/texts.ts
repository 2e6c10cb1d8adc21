import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';

export const STATUSES: Readonly<Record<'throttled' | 'billable', { label: string; tone: Tone }>> = {
  throttled: { label: t`Throttled`, tone: 'wait' },
  billable: { label: t`Billable`, tone: 'wait' },
};

export const texts = {
  title: t`Traffic`,
  description: t`Servers by sent bytes in a calendar month, in the time zone of the seller. 1 GB is 1,000,000,000 bytes.`,
  search: t`Search by host name or customer`,
  month: t`Month`,
  thisMonth: t`This month`,
  server: t`Server`,
  sent: t`Sent`,
  received: t`Received`,
  included: t`Included`,
  unmetered: t`Unmetered`,
  billable: t`Billable`,
  state: t`State`,
  limit: (mbps: number) => t`Limited to ${mbps} Mbit/s`,
  over: t`Billed`,
  share: (percent: string) => t`${percent} used`,
  empty: t`No traffic was measured in this month.`,
};
