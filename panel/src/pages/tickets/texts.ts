import type { Ticket, TicketMessage } from '@hostler/sdk';
import type { Tone } from '../../parts/status.tsx';

type TicketStatus = Ticket['status'];

/** Whose turn it is, which is what people look for in a list of tickets. */
export const STATUSES: Readonly<Record<TicketStatus, { label: string; tone: Tone }>> = {
  open: { label: 'Open', tone: 'wait' },
  answered: { label: 'Answered', tone: 'good' },
  customer_reply: { label: 'You replied', tone: 'wait' },
  closed: { label: 'Closed', tone: 'idle' },
};

export const PRIORITIES: Readonly<Record<Ticket['priority'], string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
};

/** Suggested; the API takes any. */
export const DEPARTMENTS = ['general', 'technical', 'billing'];

export const AUTHORS: Readonly<Record<TicketMessage['author_type'], string | null>> = {
  customer: null,
  staff: 'Support',
  system: 'Automatic',
};

export const texts = {
  title: 'Tickets',
  search: 'Search tickets',
  status: 'Status',
  newTicket: 'New ticket',
  create: 'Create ticket',
  empty: 'Ask us anything about your servers, domains or invoices. Answers appear here while you look.',
  noMatch: 'No ticket matches these filters.',
  subject: 'Subject',
  message: 'Message',
  department: 'Department',
  priority: 'Priority',
  messageHint: 'What happened, since when, and what you expected instead.',
  reply: 'Reply',
  send: 'Send reply',
  close: 'Close ticket',
  closeTitle: 'Close this ticket',
  closeText: 'Nobody can answer in a closed ticket, neither you nor support, and it cannot be opened again.',
  closed: 'This ticket is closed, which is final. If the matter comes back, open a new one.',
  earlier: 'Show earlier messages',
  simulated: 'The sandbox accepted the ticket. Nothing was created.',
  simulatedReply: 'The sandbox accepted the reply. Nothing was sent.',
} as const;

export const EXAMPLE = { subject: 'The shop is slow', message: 'Ten seconds a page since this morning.' };
