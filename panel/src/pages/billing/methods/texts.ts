import type { Tone } from '../../../parts/status.tsx';
import type { PaymentMethod } from '../pay/queries.ts';

export const STATUSES: Readonly<Record<PaymentMethod['status'], { readonly label: string; readonly tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  pending: { label: 'Not finished', tone: 'wait' },
  removed: { label: 'Removed', tone: 'idle' },
};

export const texts = {
  title: 'Payment methods',
  text: 'Invoices are charged to the default one on the day they are due.',
  none: 'None is kept. You pay each invoice by hand, with what it offers.',
  add: 'Add payment method',
  default: 'Default',
  makeDefault: 'Make it the default',
  expires: 'Expires',
  remove: 'Remove',
  removeTitle: (label: string) => `Remove ${label}?`,
  removeText: 'Invoices are no longer charged to it. Servers that are billed by the hour need another one, or credit.',
  actionsOf: (label: string) => `Actions for ${label}`,
} as const;
