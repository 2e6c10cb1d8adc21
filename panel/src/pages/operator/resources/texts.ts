import type { StatusWords } from '#operator/resource-list.tsx';

export const DOMAIN_STATUSES: StatusWords = {
  active: { label: 'Active', tone: 'good' },
  pending: { label: 'Pending', tone: 'wait', busy: true },
  error: { label: 'Failed', tone: 'bad' },
};
export const DNS = { ok: 'Published', pending: 'Pending', error: 'Not answered' } as const;
export const MAILBOX_STATUSES: StatusWords = {
  active: { label: 'Active', tone: 'good' },
  suspended: { label: 'Suspended', tone: 'wait' },
};
export const DATABASE_STATUSES: StatusWords = {
  active: { label: 'Active', tone: 'good' },
  creating: { label: 'Creating', tone: 'wait', busy: true },
  restoring: { label: 'Restoring', tone: 'wait', busy: true },
  error: { label: 'Failed', tone: 'bad' },
};
export const ENGINES = [
  { value: 'postgresql', label: 'PostgreSQL' },
  { value: 'mariadb', label: 'MariaDB' },
];
export const ACCESS = { full: 'Full', read_only: 'Read-only', closed: 'Closed' } as const;

export const texts = {
  deleted: 'Deleted',
  database: (name: string) => `Database ${name}`,
  suspend: 'Suspend',
  resume: 'Resume',
  remove: 'Remove',
  removeMailbox: 'Remove mailbox',
  removeMailboxText: 'The mailbox, its aliases and all of its mail are deleted. This cannot be undone.',
  suspendText: 'Nobody can sign in or send. Incoming mail is kept. Only staff can resume the mailbox.',
  removeApplication: 'Remove application',
  removeApplicationText: 'The application and its data are deleted from the server. This cannot be undone.',
};
