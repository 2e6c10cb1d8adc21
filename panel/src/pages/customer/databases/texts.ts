import type { Database } from '@hostler/sdk';
import { plural, t } from '@lingui/core/macro';
import type { Tone } from '../../../parts/status.tsx';

export const STATUSES: Readonly<Record<Database['status'], { label: string; tone: Tone; busy?: boolean }>> = {
  active: { label: t`Active`, tone: 'good' },
  creating: { label: t`Creating`, tone: 'wait', busy: true },
  restoring: { label: t`Restoring`, tone: 'wait', busy: true },
  error: { label: t`Failed`, tone: 'bad' },
};

export const ENGINES: Readonly<Record<Database['engine'], string>> = { postgresql: 'PostgreSQL', mariadb: 'MariaDB' };

export const texts = {
  title: t`Databases`,
  search: t`Search by name`,
  status: t`Status`,
  noMatch: t`No database matches. Change or clear the filters.`,
  empty: t`A managed database with its own user, reachable from anywhere with its password. Create your first one.`,
  create: t`Create database`,
  createTitle: t`Create a database`,
  name: t`Name`,
  nameHint: t`A lowercase letter, then up to 47 lowercase letters, digits or underscores`,
  engine: t`Engine`,
  host: t`Host`,
  port: t`Port`,
  user: t`User and database`,
  version: t`Version`,
  size: t`Size`,
  access: t`Access`,
  made: t`Created`,
  id: 'ID',
  connect: t`Connect`,
  connectHint: t`Asks for the password, which was shown when the database was created.`,
  notCreated: t`The database was not created`,
  readOnly: t`Read only: the database exceeds your size limit. Delete data; writes are allowed again within minutes.`,
  closed: t`Closed: the database kept growing beyond your size limit, or your account is suspended. Write to support.`,
  accessMarks: { full: '', read_only: t`read only`, closed: t`closed` } as const,
  failed: t`The database could not be created. Remove it and create it again, or write to support.`,
  backUp: t`Create backup`,
  reset: t`Reset password`,
  resetTitle: (name: string) => t`Reset the password of ${name}`,
  resetText: t`The old password stops working immediately. Programs cannot connect until they use the new one. Open connections stay open.`,
  notReset: t`The password was not changed`,
  remove: t`Remove database`,
  removeTitle: (name: string) => t`Remove ${name}`,
  removeText: (size: string, backups: number | null) => {
    const deleted = t`This immediately deletes ${size} of data and the database user.`;
    if (backups === null) return deleted;
    const kept = plural(backups, {
      0: 'There is no completed backup.',
      one: 'One completed backup is kept but cannot be restored into this database.',
      other: '# completed backups are kept but cannot be restored into this database.',
    });
    return `${deleted} ${kept}`;
  },
  removed: (name: string) => t`${name} was removed.`,
  madeTitle: (name: string) => t`Creating database ${name}`,
  resetDone: (name: string) => t`The new password of ${name}`,
  password: t`Password`,
  uri: 'URI',
  whenLost: t`If you lose it, reset the password.`,
  line: t`Ready to paste:`,
};
