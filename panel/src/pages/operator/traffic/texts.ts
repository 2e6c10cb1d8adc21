import type { Tone } from '#parts/status.tsx';

export const STATUSES: Readonly<Record<'throttled' | 'billable', { label: string; tone: Tone }>> = {
  throttled: { label: 'Throttled', tone: 'wait' },
  billable: { label: 'Billable', tone: 'wait' },
};

export const texts = {
  title: 'Traffic',
  description:
    'Servers by sent bytes in a calendar month, in the time zone of the seller. 1 GB is 1,000,000,000 bytes.',
  search: 'Search by host name or customer',
  month: 'Month',
  thisMonth: 'This month',
  server: 'Server',
  sent: 'Sent',
  received: 'Received',
  included: 'Included',
  unmetered: 'Unmetered',
  billable: 'Billable',
  state: 'State',
  limit: (mbps: number) => `Limited to ${mbps} Mbit/s`,
  over: 'Billed',
  share: (percent: string) => `${percent} used`,
  empty: 'No traffic was measured in this month.',
};
