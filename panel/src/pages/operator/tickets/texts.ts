import { plural, t } from '@lingui/core/macro';
import type { StaffTicket } from '#operator/generated/types.gen.ts';
import type { Tone } from '#parts/status.tsx';

export const STATUSES: Readonly<Record<StaffTicket['status'], { label: string; tone: Tone }>> = {
  open: { label: t`Open`, tone: 'wait' },
  customer_reply: { label: t`Customer replied`, tone: 'wait' },
  answered: { label: t`Answered`, tone: 'good' },
  closed: { label: t`Closed`, tone: 'idle' },
};

export const PRIORITIES: Readonly<Record<StaffTicket['priority'], string>> = {
  low: t`Low`,
  normal: t`Normal`,
  high: t`High`,
  urgent: t`Urgent`,
};

/** Queues in the order of the list on the left. `open` is the default and not in the address. */
export const QUEUES = {
  waiting: t`Waiting`,
  unassigned: t`Unassigned`,
  mine: t`Mine`,
  open: t`All open`,
} as const;
export type QueueName = keyof typeof QUEUES;

export const texts = {
  title: t`Tickets`,
  queues: t`Queues`,
  departments: t`Departments`,
  all: t`All tickets`,
  search: t`Search by subject`,
  anyStatus: t`Any status`,
  anyPriority: t`Any priority`,
  account: t`Customer`,
  subject: t`Subject`,
  status: t`Status`,
  priority: t`Priority`,
  department: t`Department`,
  assignee: t`Assignee`,
  nobody: t`Nobody`,
  changed: t`Last change`,
  empty: t`No tickets in this queue.`,
  noMatch: t`No ticket matches these filters.`,
  previous: t`Previous ticket`,
  next: t`Next ticket`,
  reply: t`Reply`,
  note: t`Note`,
  noteHint: t`Only staff can read notes.`,
  send: t`Send reply`,
  addNote: t`Add note`,
  toReply: t`Back to the reply`,
  notSent: t`The reply was not sent`,
  notAdded: t`The note was not added`,
  close: t`Close ticket`,
  closeTitle: t`Close this ticket?`,
  closeText: t`A closed ticket cannot be answered or reopened, by the customer or by staff.`,
  closeWithReply: t`Your text is sent as the last reply.`,
  notClosed: t`The ticket was not closed`,
  closed: t`This ticket is closed. You can still add notes.`,
  internal: t`Internal note`,
  support: t`Staff`,
  earlierNotes: (count: number) => t`${count} older notes are not shown.`,
  assign: t`Assign to`,
  assignToMe: t`Assign to me`,
  handling: t`Handling`,
  customer: t`Customer`,
  email: t`E-mail`,
  suspended: t`Suspended`,
  credit: t`Credit`,
  due: t`Due`,
  overdue: t`Overdue`,
  servers: t`Servers`,
  noServers: t`No servers.`,
  alerts: t`Recent alerts`,
  firing: t`Firing`,
  resolved: t`Resolved`,
  noAlerts: t`No alerts.`,
  otherTickets: t`Other tickets`,
  noOtherTickets: t`No other tickets.`,
  showAll: t`Show all`,
  insert: t`Insert canned reply`,
  noCanned: t`No canned reply found`,
  canned: t`Canned replies`,
  cannedText: t`Texts that staff insert into replies. All staff can change them.`,
  newCanned: t`New canned reply`,
  editCanned: t`Change canned reply`,
  cannedTitle: t`Title`,
  cannedMessage: t`Text`,
  create: t`Create`,
  save: t`Save`,
  remove: t`Remove`,
  removeText: t`Replies that were sent with this text stay as they are.`,
  searchCanned: t`Search canned replies`,
  noCannedYet: t`Write an answer once and insert it into many replies.`,
  noCannedMatch: t`No canned reply matches this search.`,
  isWriting: (names: readonly string[]) => {
    const who = names.join(', ');
    return plural(names.length, {
      one: `${who} is writing in this ticket.`,
      other: `${who} are writing in this ticket.`,
    });
  },
  changedTitle: t`The ticket has a newer message`,
  changedText: t`It arrived while you were writing. Read it above before you send your text.`,
  read: t`I have read it`,
  keys: t`r reply · n note · a assign · e close · j next · k previous`,
} as const;
