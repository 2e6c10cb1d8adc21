import type { Database } from '@hostler/sdk';
import type { Tone } from '../../parts/status.tsx';

export const STATUSES: Readonly<Record<Database['status'], { label: string; tone: Tone; busy?: boolean }>> = {
  active: { label: 'Active', tone: 'good' },
  creating: { label: 'Being made', tone: 'wait', busy: true },
  restoring: { label: 'Restoring', tone: 'wait', busy: true },
  error: { label: 'Failed', tone: 'bad' },
};

export const ENGINES: Readonly<Record<Database['engine'], string>> = { postgresql: 'PostgreSQL', mariadb: 'MariaDB' };

export const texts = {
  title: 'Databases',
  search: 'Search by name',
  status: 'Status',
  noMatch: 'No database matches. Change or clear the filters.',
  empty:
    'A database on our servers with a user of its own, reachable from anywhere with its password. Create the first one.',
  create: 'Create database',
  createTitle: 'Create a database',
  name: 'Name',
  nameHint: 'A small letter, then up to 47 small letters, digits or underscores',
  engine: 'Engine',
  host: 'Host',
  port: 'Port',
  user: 'User and database',
  version: 'Version',
  size: 'Size',
  access: 'Access',
  made: 'Made',
  id: 'Id',
  connect: 'Connect',
  connectHint: 'It asks for the password, which was shown when it was made.',
  notCreated: 'The database was not created',
  readOnly: 'Read only: it is larger than your limit. Delete something, and it can be written again within minutes.',
  closed: 'Closed: it went on growing past your limit. Write to support.',
  accessMarks: { full: '', read_only: 'read only', closed: 'closed' } as const,
  failed: 'It could not be made. Remove it and create it again, or write to support.',
  backUp: 'Create backup',
  reset: 'Reset password',
  resetTitle: (name: string) => `Reset the password of ${name}`,
  resetText:
    'The old password ends in a moment: programs that use it cannot connect until they have the new one. Connections that are open stay.',
  notReset: 'The password was not changed',
  remove: 'Remove database',
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: (size: string, backups: number | null) =>
    `${size} of data and the user are gone at once${backups === null ? '' : backups === 0 ? ', and there is no backup of it' : `; ${backups === 1 ? 'one completed backup stays' : `${backups} completed backups stay`}, but cannot be restored into it`}.`,
  removed: (name: string) => `${name} was removed.`,
  madeTitle: (name: string) => `Database ${name} is being made`,
  resetDone: (name: string) => `The new password of ${name}`,
  password: 'Password',
  uri: 'URI',
  whenLost: 'When it is lost, reset the password.',
  line: 'Ready to paste:',
};
