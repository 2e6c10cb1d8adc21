import { Id } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

export const sourceFields = {
  snapshot_id: Type.Optional(
    Id(
      'Snapshot of your account that the disk is copied from, instead of an image. The disk of the plan must be at least as large as that of its VPS. Without `ssh_keys`, the keys of that VPS are used. Requires the scope `hosting.write`.',
    ),
  ),
  backup_id: Type.Optional(
    Id(
      'Backup of a VPS of your account that the disk is restored from. The rules of `snapshot_id` apply, but the scope is `backups.write`.',
    ),
  ),
};
