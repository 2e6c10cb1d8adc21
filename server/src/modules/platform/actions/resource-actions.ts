import { sql } from '@hostler/database';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { ActionRow } from './store.ts';

type Listed = Pick<ActionRow, 'id' | 'type' | 'status' | 'error_message' | 'created_at' | 'finished_at'>;

const OF_RESOURCE = sql<{ type: string; id: number; limit: number }, Listed>(
  `select id, type, status, error_message, created_at, finished_at from actions
   where resource_type = :type and resource_id = :id order by id desc limit :limit`,
);

/** Lists the actions of a resource for staff, newest first. */
export function* listResourceActions(type: string, id: number, limit: number) {
  return (yield* OF_RESOURCE.all({ type, id, limit })).map(
    ({ error_message: error, created_at, finished_at, ...row }) => ({
      ...row,
      error,
      created_at: formatTime(created_at),
      finished_at: formatOptionalTime(finished_at),
    }),
  );
}
