import type { Database } from '@hostler/sdk';
import type { Tone } from '../../../parts/status.tsx';

export const STATUSES: Readonly<Record<Database['status'], { label: string; tone: Tone; busy?: boolean }>> = {
  active: { label: 'Active', tone: 'good' },
  creating: { label: 'Creating', tone: 'wait', busy: true },
  restoring: { label: 'Restoring', tone: 'wait', busy: true },
  error: { label: 'Failed', tone: 'bad' },
};

export const ENGINES: Readonly<Record<Database['engine'], string>> = { postgresql: 'PostgreSQL', mariadb: 'MariaDB' };

export const texts = {
  title: 'Databases',
  search: 'Search by name',
  status: 'Status',
  noMatch: 'No database matches. Change or clear the filters.',
  empty: 'A managed database with its own user, reachable from anywhere with its password. Create your first one.',
  create: 'Create database',
  createTitle: 'Create a database',
  name: 'Name',
  nameHint: 'A lowercase letter, then up to 47 lowercase letters, digits or underscores',
  engine: 'Engine',
  host: 'Host',
  port: 'Port',
  user: 'User and database',
  version: 'Version',
  size: 'Size',
  access: 'Access',
  made: 'Created',
  id: 'ID',
  connect: 'Connect',
  connectHint: 'Asks for the password, which was shown when the database was created.',
  notCreated: 'The database was not created',
  readOnly: 'Read only: the database exceeds your size limit. Delete data; writes are allowed again within minutes.',
  closed: 'Closed: the database kept growing beyond your size limit, or your account is suspended. Write to support.',
  accessMarks: { full: '', read_only: 'read only', closed: 'closed' } as const,
  failed: 'The database could not be created. Remove it and create it again, or write to support.',
  backUp: 'Create backup',
  reset: 'Reset password',
  resetTitle: (name: string) => `Reset the password of ${name}`,
  resetText:
    'The old password stops working immediately. Programs cannot connect until they use the new one. Open connections stay open.',
  notReset: 'The password was not changed',
  remove: 'Remove database',
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: (size: string, backups: number | null) =>
    `This immediately deletes ${size} of data and the database user.${backups === null ? '' : backups === 0 ? ' There is no completed backup.' : ` ${backups === 1 ? 'One completed backup is' : `${backups} completed backups are`} kept but cannot be restored into this database.`}`,
  removed: (name: string) => `${name} was removed.`,
  madeTitle: (name: string) => `Creating database ${name}`,
  resetDone: (name: string) => `The new password of ${name}`,
  password: 'Password',
  uri: 'URI',
  whenLost: 'If you lose it, reset the password.',
  line: 'Ready to paste:',
};
