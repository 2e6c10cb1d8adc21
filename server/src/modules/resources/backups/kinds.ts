import type { Query } from '@hostler/database';
import { isAppError, validationError } from '#kernel/errors.ts';
import type { BackupKind } from './backup-kind.ts';
import { fieldErrors } from './errors.ts';

/** The resource that a record belongs to. */
export interface ResourceRef {
  type: string;
  id: number;
}

/** Returns words as in `this, that, and those`. */
export function listWords(words: readonly string[], link: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  if (words.length <= 2) return words.join(` ${link} `);
  return `${words.slice(0, -1).join(', ')}, ${link} ${last}`;
}

type ResourceField = `${string}_id`;
/** Fields that refer to resources, such as `hosting_id`. There is one per kind. */
export type ResourceFields<T> = { readonly [field: ResourceField]: T };

export type BackupKinds = ReturnType<typeof createBackupKinds>;

/** Holds all kinds of resources that can be backed up. */
export function createBackupKinds(all: readonly BackupKind[]) {
  const byType = new Map(all.map((kind) => [kind.type, kind]));

  function of({ type }: { type: string }): BackupKind {
    const kind = byType.get(type);
    if (!kind) throw new Error(`Nobody knows how to back up a ${type}.`);
    return kind;
  }

  /** Returns the resources that the fields refer to. */
  function listNamed(fields: ResourceFields<number | null | undefined>): ResourceRef[] {
    return all.flatMap(({ type }) => {
      const id = fields[fieldOf({ type })] ?? undefined;
      return id === undefined ? [] : [{ type, id }];
    });
  }

  /** Returns the resource of a request body. Throws VALIDATION_ERROR unless the body names exactly one. */
  function readChoice(body: ResourceFields<number | null | undefined>): ResourceRef {
    const [first, ...more] = listNamed(body);
    if (first && more.length === 0) return first;
    const fields = all.map(fieldOf);
    const words = listWords(fields, 'and');
    throw validationError(fields.map((field) => fieldErrors.exactly_one_resource(field, { fields: words })));
  }

  /** Returns true if the resource is gone and can never be backed up again. */
  function* isGone(accountId: number, resource: ResourceRef): Query<boolean> {
    try {
      return (yield* of(resource).describe(accountId, resource.id)).isOver;
    } catch (error) {
      if (isAppError(error, 'NOT_FOUND')) return true;
      throw error;
    }
  }

  return { all, of, listNamed, readChoice, isGone };
}

export function fieldOf({ type }: { type: string }): ResourceField {
  return `${type}_id`;
}
