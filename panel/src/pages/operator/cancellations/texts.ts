import type { Tone } from '#parts/status.tsx';

export const STATUSES: Readonly<Record<string, { label: string; tone: Tone }>> = {
  open: { label: 'In progress', tone: 'wait' },
  marked: { label: 'Ends with its period', tone: 'good' },
  already: { label: 'Was cancelled before', tone: 'idle' },
  ticket: { label: 'Ticket for staff', tone: 'wait' },
  unmatched: { label: 'No contract found', tone: 'bad' },
  objected: { label: 'Customer objected', tone: 'bad' },
};

export const texts = {
  title: 'Cancellations',
  description: 'Cancellations and withdrawals that people sent on your public pages.',
  search: 'Search by name or contract',
  anyResult: 'Any result',
  sender: 'Sender',
  email: 'E-mail',
  contract: 'Contract',
  kind: 'Type',
  kinds: { cancel: 'Cancellation', withdraw: 'Withdrawal' },
  result: 'Result',
  received: 'Received',
  customer: 'Customer',
  subscription: 'Subscription',
  reason: 'Reason',
  wishedEnd: 'Wished end',
  objectUntil: 'May object until',
  objected: 'Objected',
  empty: 'No cancellations were sent on the public pages yet.',
  noMatch: 'No cancellation matches these filters.',
} as const;
