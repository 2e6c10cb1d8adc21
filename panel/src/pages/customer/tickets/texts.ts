import type { Ticket } from '@hostler/sdk';

export const PRIORITIES: Readonly<Record<Ticket['priority'], string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
};

/** Suggestions only: the API accepts any department. */
export const DEPARTMENTS = ['general', 'technical', 'billing'];

export const texts = {
  support: 'Support',
  title: 'Tickets',
  search: 'Search tickets',
  status: 'Status',
  newTicket: 'New ticket',
  create: 'Create ticket',
  /** Followed by the address of support. */
  elsewhere: 'You can also reach support here:',
  empty: 'Ask support about your servers, domains or invoices. Replies appear here live.',
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
  closeText: 'A closed ticket cannot be answered or reopened, by you or by support.',
  closed: 'This ticket is closed and cannot be reopened. If the problem returns, open a new ticket.',
} as const;

export const EXAMPLE = { subject: 'The shop is slow', message: 'Ten seconds a page since this morning.' };
