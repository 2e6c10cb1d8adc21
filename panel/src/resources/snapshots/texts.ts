import type { Snapshot } from '@hostler/sdk';
import type { Tone } from '../../parts/status.tsx';

export const STATUSES: Readonly<Record<Snapshot['status'], { label: string; tone: Tone; busy?: boolean }>> = {
  available: { label: 'Available', tone: 'good' },
  creating: { label: 'Creating', tone: 'wait', busy: true },
  restoring: { label: 'Restoring', tone: 'wait', busy: true },
  failed: { label: 'Failed', tone: 'bad' },
};

export const texts = {
  title: 'Snapshots',
  description: 'A snapshot stores the disk next to the server and is deleted with it. It does not replace a backup.',
  empty: 'This server has no snapshot. Create one before an upgrade, and restore it if the upgrade fails.',
  create: 'Create snapshot',
  createTitle: 'Create a snapshot',
  created: 'Creating the snapshot.',
  notCreated: 'The snapshot was not created',
  name: 'Name',
  nameHint: 'Optional. If empty, the name of the server and the time are used.',
  status: 'Status',
  size: 'Size',
  age: 'Created',
  restore: 'Restore',
  restoreVerb: 'Restore snapshot',
  restoreTitle: (name: string) => `Restore ${name}`,
  restoreText: (name: string) =>
    `The disk of ${name} is reset to the state of this snapshot. All data written since then is lost. A running server is stopped and started again. Its size, addresses and SSH keys stay.`,
  restoring: 'Restoring the snapshot.',
  remove: 'Remove',
  removeVerb: 'Remove snapshot',
  removeTitle: 'Remove a snapshot',
  removeText: 'The snapshot is deleted and cannot be restored any more. The server is not changed.',
  removed: 'The snapshot was removed.',
  order: 'Order a server from this snapshot',
  orderTitle: (name: string) => `Order a server from ${name}`,
};
