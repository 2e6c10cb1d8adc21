import { formatTime } from '#kernel/time.ts';
import type { RequestRow } from './store.ts';

export function viewRequest(row: RequestRow) {
  const { id, key_id, person_id, caller_name: name } = row;
  return {
    id,
    at: formatTime(row.at),
    method: row.method,
    path: row.path,
    status: row.status,
    error_code: row.error_code,
    duration_ms: row.duration_ms,
    key: key_id === null ? null : { id: key_id, name },
    person: person_id === null ? null : { id: person_id, name },
    address: row.address,
    request_id: row.request_id,
    environment: row.environment,
  };
}
