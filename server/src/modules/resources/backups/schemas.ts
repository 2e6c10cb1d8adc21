import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';
import type { BackupKind } from './backup-kind.ts';
import { type BackupKinds, fieldOf, listWords, type ResourceFields } from './kinds.ts';

export const BACKUP_STATUSES = ['pending', 'running', 'completed', 'failed', 'restoring'] as const;
export type BackupStatus = (typeof BACKUP_STATUSES)[number];
const BACKUP_TYPES = ['manual', 'scheduled'] as const;
export type BackupType = (typeof BACKUP_TYPES)[number];

/** What a record is a copy of. */
export function describeResource(kinds: BackupKinds) {
  return Resource('BackupResource', {
    type: OneOf(
      kinds.all.map(({ type }) => type),
      { description: 'What it is a copy of.' },
    ),
    id: Id('Which one.'),
  });
}

/** Fields of a body that name exactly one resource. */
export function chooseResource(kinds: BackupKinds, purpose: string) {
  return fieldsOf(kinds, ({ name, type }) => {
    const others = kinds.all.filter((kind) => kind.type !== type).map((kind) => `\`${fieldOf(kind)}\``);
    const oneOf = listWords(['this', ...others], 'and');
    return Type.Optional(Nullable(Id(`The ${name} ${purpose}. Exactly one of ${oneOf} must be given.`)));
  });
}

/** Filters of a list: at most one. */
export function filterByResource(kinds: BackupKinds) {
  return Type.Object(fieldsOf(kinds, ({ name }) => Type.Optional(Id(`Only of this ${name}.`))));
}

function fieldsOf<S>({ all }: BackupKinds, describe: (kind: BackupKind) => S) {
  return Object.fromEntries(all.map((kind) => [fieldOf(kind), describe(kind)])) as ResourceFields<S>;
}

/** `a VPS or a database` */
export function nameAny({ all }: BackupKinds): string {
  return listWords(
    all.map(({ name }) => `a ${name}`),
    'or',
  );
}

export function describeBackups(kinds: BackupKinds) {
  const backupFields = {
    id: Id('Assigned by the service.'),
    name: Type.String({ examples: ['Before the upgrade'] }),
    type: OneOf(BACKUP_TYPES, { description: 'Whether somebody asked for it or a schedule did.' }),
    resource: describeResource(kinds),
    status: OneOf(BACKUP_STATUSES, { description: 'Only a completed backup can be restored.' }),
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

  const Backup = Resource('Backup', backupFields);
  const BackupWithAction = Resource('BackupWithAction', {
    ...backupFields,
    action_id: Id('The queued work; follow it at /actions/show.'),
  });
  const NewBackup = Type.Object({
    ...chooseResource(kinds, 'to copy'),
    name: Type.Optional(
      Line({
        minLength: 1,
        maxLength: 100,
        description: 'What to call it; the name of the resource and the time when absent.',
        examples: ['Before the upgrade'],
      }),
    ),
  });
  return { Backup, BackupWithAction, NewBackup };
}

type Schemas = ReturnType<typeof describeBackups>;
export type Backup = Static<Schemas['Backup']>;
export type NewBackup = Static<Schemas['NewBackup']> & ResourceFields<number | null | undefined>;
