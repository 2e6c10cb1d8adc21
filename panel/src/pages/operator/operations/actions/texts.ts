import type { Tone } from '#parts/status.tsx';
import type { ActionStatus } from './queries.ts';

export const STATUSES: Record<ActionStatus, { readonly label: string; readonly tone: Tone }> = {
  queued: { label: 'Queued', tone: 'wait' },
  running: { label: 'In progress', tone: 'wait' },
  succeeded: { label: 'Succeeded', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

/** Choices of the filter. Without one, the list shows `open`. */
export const CHOICES: Record<string, { readonly label: string }> = {
  unresolved: { label: 'Failed, not repeated' },
  ...STATUSES,
  failed: { label: 'Failed (all)' },
  all: { label: 'All' },
};

export const texts = {
  title: 'Actions',
  description: 'Queued work on servers, domains, databases, backups and applications of all customers.',
  search: 'Search by action or error',
  anyStatus: 'Failed and in progress',
  account: 'Customer',
  type: 'Action',
  record: 'Record',
  recordFilter: 'Record, such as hosting 3',
  status: 'Status',
  error: 'Error',
  age: 'Queued',
  empty: 'No action failed or is in progress.',
  nothingFound: 'No actions match these filters.',
  retry: 'Retry',
  retryAll: 'Retry all with this error',
  retryAllTitle: 'Retry all with this error?',
  retryAllText: (error: string) =>
    `Up to 200 failed actions with the error “${error}” are queued again. They share the queue of one customer, so others do not wait.`,
  cancel: 'Cancel action',
  cancelTitle: 'Cancel this action?',
  cancelText: 'It ends as failed, and the customer sees that staff cancelled it.',
  cancelled: 'The action was cancelled.',
  sameError: 'Show all with this error',
  retried: (count: number, refused: number) =>
    refused === 0 ? `${count} actions were queued again.` : `${count} actions were queued again, ${refused} refused.`,
  more: 'More actions have this error. Retry again for them.',
  progress: 'Progress',
  created: 'Queued',
  started: 'Started',
  finished: 'Ended',
  waitingSince: 'Waits for the engine since',
  resolved: 'Retried or repeated',
  instead: 'Instead of a retry',
  input: 'Input',
  noInput: 'The input was erased when the action ended.',
  calls: 'Engine calls',
  noCalls: 'No engine call is recorded.',
  clearError: 'Clear the error filter',
};
