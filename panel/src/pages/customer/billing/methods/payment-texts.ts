import type { Payment } from '@hostler/sdk';
import type { Tone } from '#parts/status.tsx';

export const PAYMENT_STATUSES: Readonly<Record<Payment['status'], { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: 'Pending', tone: 'wait' },
  succeeded: { label: 'Succeeded', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  refunded: { label: 'Refunded', tone: 'idle' },
  reversed: { label: 'Reversed', tone: 'bad' },
};

export const paymentTexts = {
  title: 'Payments',
  at: 'Date',
  method: 'Paid with',
  invoice: 'Invoice',
  status: 'Status',
  amount: 'Amount',
  none: 'No payments yet. Completed and pending payments are listed here.',
  name: (id: number) => `Payment ${id}`,
} as const;
