import type { Ticket } from '@hostler/sdk';
import { t } from '@lingui/core/macro';

export const PRIORITIES: Readonly<Record<Ticket['priority'], string>> = {
  low: t`Low`,
  normal: t`Normal`,
  high: t`High`,
  urgent: t`Urgent`,
};

/** Suggestions only: the API accepts any department. */
export const DEPARTMENTS = ['general', 'technical', 'billing'];

export const texts = {
  support: t`Support`,
  title: t`Tickets`,
  search: t`Search tickets`,
  status: t`Status`,
  newTicket: t`New ticket`,
  create: t`Create ticket`,
  /** Followed by the address of support. */
  elsewhere: t`You can also reach support here:`,
  empty: t`Ask support about your servers, domains or invoices. Replies appear here live.`,
  noMatch: t`No ticket matches these filters.`,
  subject: t`Subject`,
  message: t`Message`,
  department: t`Department`,
  priority: t`Priority`,
  messageHint: t`What happened, since when, and what you expected instead.`,
  reply: t`Reply`,
  send: t`Send reply`,
  close: t`Close ticket`,
  closeTitle: t`Close this ticket`,
  closeText: t`A closed ticket cannot be answered or reopened, by you or by support.`,
  closed: t`This ticket is closed and cannot be reopened. If the problem returns, open a new ticket.`,
} as const;

export const EXAMPLE = { subject: t`The shop is slow`, message: t`Ten seconds a page since this morning.` };
