import { badParameter } from '../../../kernel/http/parameters.ts';
import type { ResourceFilters, ResourceRef } from './schemas.ts';

/** The one resource that a list is about; undefined for all. */
export function readFilter({ hosting_id, database_id }: ResourceFilters): ResourceRef | undefined {
  if (hosting_id !== undefined && database_id !== undefined) {
    throw badParameter('database_id', 'is given beside hosting_id; nothing is of both.');
  }
  if (hosting_id !== undefined) return { type: 'hosting', id: hosting_id };
  return database_id === undefined ? undefined : { type: 'database', id: database_id };
}
