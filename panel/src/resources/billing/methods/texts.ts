import type { Tone } from '../../../parts/status.tsx';
import type { PaymentMethod } from '../pay/queries.ts';

export const STATUSES: Readonly<Record<PaymentMethod['status'], { readonly label: string; readonly tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  pending: { label: 'Incomplete', tone: 'wait' },
  removed: { label: 'Removed', tone: 'idle' },
};

export const texts = {
  title: 'Payment methods',
  text: 'Invoices are charged to the default payment method on their due date.',
  none: 'No payment method saved. You pay each invoice manually.',
  add: 'Add payment method',
  default: 'Default',
  makeDefault: 'Make it the default',
  expires: 'Expires',
  remove: 'Remove',
  removeTitle: (label: string) => `Remove ${label}?`,
  removeText: 'Invoices are no longer charged to it. Hourly servers require another payment method or credit.',
  actionsOf: (label: string) => `Actions for ${label}`,
} as const;
