import type { Payment } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';

export const PAYMENT_STATUSES: Readonly<Record<Payment['status'], { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: t`Pending`, tone: 'wait' },
  succeeded: { label: t`Succeeded`, tone: 'good' },
  failed: { label: t`Failed`, tone: 'bad' },
  refunded: { label: t`Refunded`, tone: 'idle' },
  reversed: { label: t`Reversed`, tone: 'bad' },
};

export const paymentTexts = {
  title: t`Payments`,
  at: t`Date`,
  method: t`Paid with`,
  invoice: t`Invoice`,
  status: t`Status`,
  amount: t`Amount`,
  none: t`No payments yet. Completed and pending payments are listed here.`,
  name: (id: number) => t`Payment ${id}`,
} as const;
