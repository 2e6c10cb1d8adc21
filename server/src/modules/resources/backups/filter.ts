import { badParameter } from '#kernel/http/parameters.ts';
import { fieldErrors } from './errors.ts';
import { type BackupKinds, fieldOf, type ResourceFields, type ResourceRef } from './kinds.ts';

/** Returns the resource that a list is filtered by. Undefined for all. */
export function readFilter(query: ResourceFields<number | undefined>, kinds: BackupKinds): ResourceRef | undefined {
  const [first, second] = kinds.listNamed(query);
  if (first && second) {
    throw badParameter(fieldErrors.backup_filters_exclude(fieldOf(second), { other: fieldOf(first) }));
  }
  return first;
}
