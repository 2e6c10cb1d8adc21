import { ActionId, CreatedAt, DateTime, Id, Line, Nullable, OneOf, OwnId, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import type { BackupKind } from './backup-kind.ts';
import { type BackupKinds, fieldOf, listWords, type ResourceFields } from './kinds.ts';
import { describeRestore } from './new-server.ts';

export const BACKUP_STATUSES = ['pending', 'running', 'completed', 'failed', 'restoring'] as const;
export type BackupStatus = (typeof BACKUP_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const BACKUP_ORDERS = {
  created_at: 'id',
  name: '{folded name}',
  status: 'status',
  // The size is null until the backup is completed, and sorted as 0.
  size_bytes: 'coalesce(size_bytes, 0)',
} as const;
const BACKUP_TYPES = ['manual', 'scheduled'] as const;
export type BackupType = (typeof BACKUP_TYPES)[number];

/** Describes the resource of a backup. */
export function describeResource(kinds: BackupKinds) {
  return Resource('BackupResource', 'The resource that is backed up.', {
    type: OneOf(
      kinds.all.map(({ type }) => type),
      { description: 'Type of the resource.' },
    ),
    id: Id('Identifier of the resource.'),
  });
}

/** Returns the body fields of which exactly one must name a resource. */
export function chooseResource(kinds: BackupKinds, purpose: string) {
  return fieldsOf(kinds, ({ name, type }) => {
    const others = kinds.all.filter((kind) => kind.type !== type).map((kind) => `\`${fieldOf(kind)}\``);
    const oneOf = listWords(['this', ...others], 'and');
    return Type.Optional(Nullable(Id(`Identifier of the ${name} ${purpose}. Send exactly one of ${oneOf}.`)));
  });
}

/** Returns the filters of a list, of which at most one can be used. */
export function filterByResource(kinds: BackupKinds) {
  return Type.Object(fieldsOf(kinds, ({ name }) => Type.Optional(Id(`Returns only items of this ${name}.`))));
}

function fieldsOf<S>({ all }: BackupKinds, describe: (kind: BackupKind) => S) {
  return Object.fromEntries(all.map((kind) => [fieldOf(kind), describe(kind)])) as ResourceFields<S>;
}

/** Returns a phrase such as `a VPS or a database`. */
export function nameAny({ all }: BackupKinds): string {
  return listWords(
    all.map(({ name }) => `a ${name}`),
    'or',
  );
}

export function describeBackups(kinds: BackupKinds) {
  const backupFields = {
    id: OwnId,
    name: Type.String({ description: 'Name of the backup.', examples: ['Before the upgrade'] }),
    type: OneOf(BACKUP_TYPES, { description: 'Origin of the backup: created on request, or by a schedule.' }),
    resource: describeResource(kinds),
    status: OneOf(BACKUP_STATUSES, { description: 'Status of the backup. Only a completed backup can be restored.' }),
    size_bytes: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Size of the file in bytes; null until the backup is completed.',
        examples: [1_048_576],
      }),
    ),
    checksum: Nullable(
      Type.String({
        description: 'SHA-256 of the file in hexadecimal; null until the backup is completed.',
        examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      }),
    ),
    verified_at: Nullable(DateTime('Time of the last successful verification of the file; null before the first one.')),
    created_at: CreatedAt,
    completed_at: Nullable(DateTime('Time of completion; null until then.')),
    error: Nullable(
      Type.String({
        description: 'Reason of the failure; null unless the backup failed.',
        examples: ['The backup storage is full.'],
      }),
    ),
    drilled_at: Nullable(
      DateTime('Time when the backup was last restored into a temporary copy that worked; null if never.'),
    ),
    drill_error: Nullable(
      Type.String({
        description: 'Reason why the last verification failed; null if it succeeded or there was none.',
        examples: ['The server does not boot.'],
      }),
    ),
  };

  const Backup = Resource('Backup', 'A backup of a resource.', backupFields);
  const BackupWithAction = Resource('BackupWithAction', 'A backup with the queued action.', {
    ...backupFields,
    action_id: ActionId,
  });
  const NewBackup = Type.Object({
    ...chooseResource(kinds, 'to back up'),
    name: Type.Optional(
      Line({
        minLength: 1,
        maxLength: 100,
        description: 'Name of the backup. Default: the name of the resource and the time.',
        examples: ['Before the upgrade'],
      }),
    ),
  });
  return { Backup, BackupWithAction, BackupRestore: describeRestore(backupFields), NewBackup };
}

type Schemas = ReturnType<typeof describeBackups>;
export type Backup = Static<Schemas['Backup']>;
export type NewBackup = Static<Schemas['NewBackup']> & ResourceFields<number | null | undefined>;
