import type { Query } from '../../../kernel/db/query.ts';
import { isAppError, validationError } from '../../../kernel/errors.ts';
import type { BackupKind } from './backup-kind.ts';

/** Which resource a record is about. */
export interface ResourceRef {
  type: string;
  id: number;
}

/** `this, that, and those` */
export function listWords(words: readonly string[], link: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  if (words.length <= 2) return words.join(` ${link} `);
  return `${words.slice(0, -1).join(', ')}, ${link} ${last}`;
}

type ResourceField = `${string}_id`;
/** Fields that name resources, one for each kind: `hosting_id`. */
export type ResourceFields<T> = { readonly [field: ResourceField]: T };

export type BackupKinds = ReturnType<typeof createBackupKinds>;

/** Every kind of thing that has backups. */
export function createBackupKinds(all: readonly BackupKind[]) {
  const byType = new Map(all.map((kind) => [kind.type, kind]));

  function of({ type }: { type: string }): BackupKind {
    const kind = byType.get(type);
    if (!kind) throw new Error(`Nobody knows how to back up a ${type}.`);
    return kind;
  }

  /** Those that the fields name. */
  function listNamed(fields: ResourceFields<number | null | undefined>): ResourceRef[] {
    return all.flatMap(({ type }) => {
      const id = fields[fieldOf({ type })] ?? undefined;
      return id === undefined ? [] : [{ type, id }];
    });
  }

  /** A body names exactly one. */
  function readChoice(body: ResourceFields<number | null | undefined>): ResourceRef {
    const [first, ...more] = listNamed(body);
    if (first && more.length === 0) return first;
    const fields = all.map(fieldOf);
    const message = `exactly one of ${listWords(fields, 'and')} must be given.`;
    throw validationError(fields.map((field) => ({ field, message })));
  }

  /** Whether there is nothing left that could ever be copied. */
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
