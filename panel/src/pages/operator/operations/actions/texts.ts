import { t } from '@lingui/core/macro';
import type { Tone } from '#parts/status.tsx';
import type { ActionStatus } from './queries.ts';

export const STATUSES: Record<ActionStatus, { readonly label: string; readonly tone: Tone }> = {
  queued: { label: t`Queued`, tone: 'wait' },
  running: { label: t`In progress`, tone: 'wait' },
  succeeded: { label: t`Succeeded`, tone: 'good' },
  failed: { label: t`Failed`, tone: 'bad' },
};

/** Choices of the filter. Without one, the list shows `open`. */
export const CHOICES: Record<string, { readonly label: string }> = {
  unresolved: { label: t`Failed, not repeated` },
  ...STATUSES,
  failed: { label: t`Failed (all)` },
  all: { label: t`All` },
};

export const texts = {
  title: t`Actions`,
  description: t`Queued work on servers, domains, databases, backups and applications of all customers.`,
  search: t`Search by action or error`,
  anyStatus: t`Failed and in progress`,
  account: t`Customer`,
  type: t`Action`,
  record: t`Record`,
  recordFilter: t`Record, such as hosting 3`,
  status: t`Status`,
  error: t`Error`,
  age: t({ message: 'Queued', context: 'time' }),
  empty: t`No action failed or is in progress.`,
  nothingFound: t`No actions match these filters.`,
  retry: t`Retry`,
  retryAll: t`Retry all with this error`,
  retryAllTitle: t`Retry all with this error?`,
  retryAllText: (error: string) =>
    t`Up to 200 failed actions with the error “${error}” are queued again. They share the queue of one customer, so others do not wait.`,
  cancel: t`Cancel action`,
  cancelTitle: t`Cancel this action?`,
  cancelText: t`It ends as failed, and the customer sees that staff cancelled it.`,
  cancelled: t`The action was cancelled.`,
  sameError: t`Show all with this error`,
  retried: (count: number, refused: number) =>
    refused === 0 ? t`${count} actions were queued again.` : t`${count} actions were queued again, ${refused} refused.`,
  more: t`More actions have this error. Retry again for them.`,
  progress: t`Progress`,
  created: t({ message: 'Queued', context: 'time' }),
  started: t`Started`,
  finished: t`Ended`,
  waitingSince: t`Waits for the engine since`,
  resolved: t`Retried or repeated`,
  instead: t`Instead of a retry`,
  input: t`Input`,
  noInput: t`The input was erased when the action ended.`,
  calls: t`Engine calls`,
  noCalls: t`No engine call is recorded.`,
  clearError: t`Clear the error filter`,
};
