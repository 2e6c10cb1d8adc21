import { t } from '@lingui/core/macro';
import type { Tone } from '../../../parts/status.tsx';
import type { PaymentMethod } from '../pay/queries.ts';

export const STATUSES: Readonly<Record<PaymentMethod['status'], { readonly label: string; readonly tone: Tone }>> = {
  active: { label: t`Active`, tone: 'good' },
  pending: { label: t`Incomplete`, tone: 'wait' },
  removed: { label: t`Removed`, tone: 'idle' },
};

export const texts = {
  title: t`Payment methods`,
  /** A method that has no name yet. */
  settingUp: t`New payment method`,
  text: t`Invoices are charged to the default payment method on their due date.`,
  none: t`No payment method saved. You pay each invoice manually.`,
  add: t`Add payment method`,
  default: t`Default`,
  makeDefault: t`Make it the default`,
  expires: (day: string) => t`Expires ${day}`,
  remove: t`Remove`,
  removeTitle: (label: string) => t`Remove ${label}?`,
  removeText: t`Invoices are no longer charged to it. Hourly servers require another payment method or credit.`,
  actionsOf: (label: string) => t`Actions for ${label}`,
} as const;
