import type { Ticket } from '@hostler/sdk';
import type { Tone } from '../../parts/status.tsx';

/** Ticket statuses say who replies next: that is what readers look for in the list. */
export const STATUSES: Readonly<Record<Ticket['status'], { label: string; tone: Tone }>> = {
  open: { label: 'Open', tone: 'wait' },
  answered: { label: 'Answered', tone: 'good' },
  customer_reply: { label: 'You replied', tone: 'wait' },
  closed: { label: 'Closed', tone: 'idle' },
};
