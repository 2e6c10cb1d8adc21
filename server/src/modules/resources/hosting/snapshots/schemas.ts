import { ActionId, CreatedAt, Id, Line, Nullable, OneOf, OwnId, Resource, UpdatedAt } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const SNAPSHOT_STATUSES = ['creating', 'available', 'restoring', 'failed'] as const;
export type SnapshotStatus = (typeof SNAPSHOT_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const SNAPSHOT_ORDERS = { created_at: 'id', name: '{folded name}', status: 'status' } as const;

const snapshotFields = {
  id: OwnId,
  hosting_id: Id('VPS that the snapshot belongs to.'),
  name: Type.String({ description: 'Name of the snapshot.', examples: ['Before the upgrade'] }),
  status: OneOf(SNAPSHOT_STATUSES, {
    description:
      'Status of the snapshot. Only an `available` snapshot can be restored. A `failed` snapshot has no content; remove it.',
  }),
  size_bytes: Nullable(
    Type.Integer({
      minimum: 0,
      description: 'Space that the snapshot uses, in bytes; null until it is available, or if the engine cannot tell.',
      examples: [1_048_576],
    }),
  ),
  error: Nullable(
    Type.String({
      description: 'Reason of the failure; null unless the snapshot failed.',
      examples: ['The storage of this server is full.'],
    }),
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
};

export const Snapshot = Resource('Snapshot', 'A snapshot of the disk of a VPS.', snapshotFields);
export type Snapshot = Static<typeof Snapshot>;

export const SnapshotWithAction = Resource('SnapshotWithAction', 'A snapshot with the queued action.', {
  ...snapshotFields,
  action_id: ActionId,
});

export const NewSnapshot = Type.Object({
  name: Type.Optional(
    Line({
      minLength: 1,
      maxLength: 100,
      description: 'Name of the snapshot. Default: the hostname and the time.',
      examples: ['Before the upgrade'],
    }),
  ),
});
export type NewSnapshot = Static<typeof NewSnapshot>;
