import { t } from '@lingui/core/macro';
import type { StatusWords } from '#operator/resource-list.tsx';

export const DOMAIN_STATUSES: StatusWords = {
  active: { label: t`Active`, tone: 'good' },
  pending: { label: t`Pending`, tone: 'wait', busy: true },
  error: { label: t`Failed`, tone: 'bad' },
};
export const DNS = { ok: t`Published`, pending: t`Pending`, error: t`Not answered` } as const;
export const MAILBOX_STATUSES: StatusWords = {
  active: { label: t`Active`, tone: 'good' },
  suspended: { label: t`Suspended`, tone: 'wait' },
};
export const DATABASE_STATUSES: StatusWords = {
  active: { label: t`Active`, tone: 'good' },
  creating: { label: t`Creating`, tone: 'wait', busy: true },
  restoring: { label: t`Restoring`, tone: 'wait', busy: true },
  error: { label: t`Failed`, tone: 'bad' },
};
export const ENGINES = [
  { value: 'postgresql', label: 'PostgreSQL' },
  { value: 'mariadb', label: 'MariaDB' },
];
export const ACCESS = { full: t`Full`, read_only: t`Read-only`, closed: t`Closed` } as const;

export const texts = {
  deleted: t`Deleted`,
  database: (name: string) => t`Database ${name}`,
  suspend: t`Suspend`,
  resume: t({ message: 'Resume', context: 'suspension' }),
  remove: t`Remove`,
  removeMailbox: t`Remove mailbox`,
  removeMailboxText: t`The mailbox, its aliases and all of its mail are deleted. This cannot be undone.`,
  suspendText: t`The mailbox cannot be used to sign in or send. Incoming mail is kept. Only staff can resume the mailbox.`,
  removeApplication: t`Remove application`,
  removeApplicationText: t`The application and its data are deleted from the server. This cannot be undone.`,
};
