import type { Ticket } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import type { Tone } from '../../parts/status.tsx';

/** Ticket statuses say who replies next: that is what readers look for in the list. */
export const STATUSES: Readonly<Record<Ticket['status'], { label: string; tone: Tone }>> = {
  open: { label: t`Open`, tone: 'wait' },
  answered: { label: t`Answered`, tone: 'good' },
  customer_reply: { label: t`You replied`, tone: 'wait' },
  closed: { label: t`Closed`, tone: 'idle' },
};
