import type { Snapshot } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import type { Tone } from '../../parts/status.tsx';

export const STATUSES: Readonly<Record<Snapshot['status'], { label: string; tone: Tone; busy?: boolean }>> = {
  available: { label: t`Available`, tone: 'good' },
  creating: { label: t`Creating`, tone: 'wait', busy: true },
  restoring: { label: t`Restoring`, tone: 'wait', busy: true },
  failed: { label: t`Failed`, tone: 'bad' },
};

export const texts = {
  title: t`Snapshots`,
  description: t`A snapshot stores the disk next to the server and is deleted with it. It does not replace a backup.`,
  empty: t`This server has no snapshot. Create one before an upgrade, and restore it if the upgrade fails.`,
  create: t`Create snapshot`,
  createTitle: t`Create a snapshot`,
  created: t`Creating the snapshot.`,
  notCreated: t`The snapshot was not created`,
  name: t`Name`,
  nameHint: t`Optional. If empty, the name of the server and the time are used.`,
  status: t`Status`,
  size: t`Size`,
  age: t`Created`,
  restore: t`Restore`,
  restoreVerb: t`Restore snapshot`,
  restoreTitle: (name: string) => t`Restore ${name}`,
  restoreText: (name: string) =>
    t`The disk of ${name} is reset to the state of this snapshot. All data written since then is lost. A running server is stopped and started again. Its size, addresses and SSH keys stay.`,
  restoring: t`Restoring the snapshot.`,
  remove: t`Remove`,
  removeVerb: t`Remove snapshot`,
  removeTitle: t`Remove a snapshot`,
  removeText: t`The snapshot is deleted and cannot be restored any more. The server is not changed.`,
  removed: t`The snapshot was removed.`,
  order: t`Order a server from this snapshot`,
  orderTitle: (name: string) => t`Order a server from ${name}`,
};
