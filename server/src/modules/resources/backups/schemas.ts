import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';

export const BACKUP_STATUSES = ['pending', 'running', 'completed', 'failed', 'restoring'] as const;
export type BackupStatus = (typeof BACKUP_STATUSES)[number];
const BACKUP_TYPES = ['manual', 'scheduled'] as const;
export type BackupType = (typeof BACKUP_TYPES)[number];
const BACKED_UP_TYPES = ['hosting', 'database'] as const;
export type BackedUpType = (typeof BACKED_UP_TYPES)[number];

/** Which resource a record is about. */
export interface ResourceRef {
  type: BackedUpType;
  id: number;
}

export const BackupResource = Resource('BackupResource', {
  type: OneOf(BACKED_UP_TYPES, { description: 'What it is a copy of.' }),
  id: Id('Which one.'),
});

/** Fields of a body that name exactly one resource. */
export function resourceChoice(purpose: string) {
  const field = (what: string, other: string) =>
    Type.Optional(Nullable(Id(`The ${what} ${purpose}. Exactly one of this and \`${other}\` must be given.`)));
  return { hosting_id: field('VPS', 'database_id'), database_id: field('database', 'hosting_id') };
}

/** Filters of a list: at most one. */
export const ResourceFilters = Type.Object({
  hosting_id: Type.Optional(Id('Only of this VPS.')),
  database_id: Type.Optional(Id('Only of this database.')),
});
export type ResourceFilters = Static<typeof ResourceFilters>;

const backupFields = {
  id: Id('Assigned by the service.'),
  name: Type.String({ examples: ['Before the upgrade'] }),
  type: OneOf(BACKUP_TYPES, { description: 'Whether somebody asked for it or a schedule did.' }),
  resource: BackupResource,
  status: OneOf(BACKUP_STATUSES, { description: 'Only a completed backup can be restored.', default: 'completed' }),
  size_bytes: Nullable(Type.Integer({ minimum: 0, description: 'Once it is complete.', examples: [1_048_576] })),
  checksum: Nullable(
    Type.String({
      description: 'SHA-256 of the file, in hexadecimal, once it is complete.',
      examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    }),
  ),
  verified_at: Nullable(
    DateTime('When the file was last read back and found to be as it was written, and a whole archive.'),
  ),
  created_at: DateTime('When it was asked for.'),
  completed_at: Nullable(DateTime('When it was complete.')),
  error: Nullable(Type.String({ description: 'Why it failed.', examples: ['The backup storage is full.'] })),
};

export const Backup = Resource('Backup', backupFields);
export type Backup = Static<typeof Backup>;

export const BackupWithAction = Resource('BackupWithAction', {
  ...backupFields,
  action_id: Id('The queued work; follow it at /actions/show.'),
});

export const NewBackup = Type.Object({
  ...resourceChoice('to copy'),
  name: Type.Optional(
    Line({
      minLength: 1,
      maxLength: 100,
      description: 'What to call it; the name of the resource and the time when absent.',
      examples: ['Before the upgrade'],
    }),
  ),
});
export type NewBackup = Static<typeof NewBackup>;
