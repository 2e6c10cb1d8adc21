import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import { readLog } from './attempt-log.ts';
import type { Attempt, Delivery } from './schemas.ts';
import { type DeliveryRow, isTest, type LoggedAttempt } from './store.ts';

export function viewDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event: row.event,
    is_test: isTest(row),
    status: row.status,
    // While the delivery is in progress, `due_at` is the end of the lease, which is internal.
    next_attempt_at: formatOptionalTime(row.leased_by === null ? row.due_at : null),
    created_at: formatTime(row.created_at),
    finished_at: formatOptionalTime(row.finished_at),
    attempts: readLog(row.log).map(viewAttempt),
  };
}

function viewAttempt({ at, status, ms, answer, error, next }: LoggedAttempt): Attempt {
  return {
    attempted_at: formatTime(at),
    status_code: status,
    duration_ms: ms,
    response: answer,
    error,
    next_attempt_at: formatOptionalTime(next),
  };
}
