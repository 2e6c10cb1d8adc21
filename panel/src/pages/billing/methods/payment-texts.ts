import type { Payment } from '@hostler/sdk';
import type { Tone } from '../../../parts/status.tsx';

export const PAYMENT_STATUSES: Readonly<Record<Payment['status'], { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: 'On its way', tone: 'wait' },
  succeeded: { label: 'Received', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  refunded: { label: 'Paid back', tone: 'idle' },
  reversed: { label: 'Taken back', tone: 'bad' },
};

export const paymentTexts = {
  title: 'Payments',
  at: 'Date',
  method: 'Paid with',
  invoice: 'Invoice',
  status: 'Status',
  amount: 'Amount',
  none: 'Nothing was paid yet. What you pay appears here, also while it is on its way.',
  name: (id: number) => `Payment ${id}`,
} as const;
