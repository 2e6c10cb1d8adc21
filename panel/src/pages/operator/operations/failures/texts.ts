import type { Failure } from './queries.ts';

export const KINDS: Record<Failure['kind'], string> = {
  billing: 'Billing',
  backup: 'Backup',
  action: 'Action',
  mail: 'Mail',
  webhook: 'Webhook delivery',
};

export const texts = {
  title: 'Failures',
  description: 'Everything that failed for good in the last 30 days and was not repeated since.',
  search: 'Search by task or reason',
  anyKind: 'Any kind',
  account: 'Customer',
  what: 'Task',
  kind: 'Kind',
  reason: 'Reason',
  at: 'Failed',
  retry: 'Retry',
  empty: 'Nothing failed in the last 30 days.',
  nothingFound: 'No failures match these filters.',
};
