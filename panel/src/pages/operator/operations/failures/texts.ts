import { t } from '@lingui/core/macro';
import type { Failure } from './queries.ts';

export const KINDS: Record<Failure['kind'], string> = {
  billing: t`Billing`,
  backup: t`Backup`,
  action: t`Action`,
  mail: t`Mail`,
  webhook: t`Webhook delivery`,
};

export const texts = {
  title: t`Failures`,
  description: t`Everything that failed for good in the last 30 days and was not repeated since.`,
  search: t`Search by failure or reason`,
  anyKind: t`Any kind`,
  account: t`Customer`,
  what: t({ message: 'Failure', context: 'list' }),
  kind: t`Kind`,
  reason: t`Reason`,
  at: t`Failed`,
  retry: t`Retry`,
  empty: t`Nothing failed in the last 30 days.`,
  nothingFound: t`No failures match these filters.`,
};
