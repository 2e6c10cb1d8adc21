import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';

export const STATUSES: Readonly<Record<string, { label: string; tone: Tone }>> = {
  open: { label: t`In progress`, tone: 'wait' },
  marked: { label: t`Ends with its period`, tone: 'good' },
  already: { label: t`Was cancelled before`, tone: 'idle' },
  ticket: { label: t`Ticket for staff`, tone: 'wait' },
  unmatched: { label: t`No contract found`, tone: 'bad' },
  objected: { label: t`Customer objected`, tone: 'bad' },
};

export const texts = {
  title: t`Cancellations`,
  description: t`Cancellations and withdrawals that people sent on your public pages.`,
  search: t`Search by name or contract`,
  anyResult: t`Any result`,
  sender: t`Sender`,
  email: t`E-mail`,
  contract: t`Contract`,
  kind: t`Type`,
  kinds: { cancel: t`Cancellation`, withdraw: t`Withdrawal` },
  result: t`Result`,
  received: t({ message: 'Received', context: 'on a day' }),
  customer: t`Customer`,
  subscription: t`Subscription`,
  reason: t`Reason`,
  wishedEnd: t`Wished end`,
  objectUntil: t`May object until`,
  objected: t`Objected`,
  empty: t`No cancellations were sent on the public pages yet.`,
  noMatch: t`No cancellation matches these filters.`,
} as const;
