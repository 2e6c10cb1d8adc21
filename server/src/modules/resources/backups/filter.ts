import { badParameter } from '#kernel/http/parameters.ts';
import { type BackupKinds, fieldOf, type ResourceFields, type ResourceRef } from './kinds.ts';

/** Returns the resource that a list is filtered by. Undefined for all. */
export function readFilter(query: ResourceFields<number | undefined>, kinds: BackupKinds): ResourceRef | undefined {
  const [first, second] = kinds.listNamed(query);
  if (first && second) throw badParameter(fieldOf(second), `is given beside ${fieldOf(first)}; nothing is of both.`);
  return first;
}
