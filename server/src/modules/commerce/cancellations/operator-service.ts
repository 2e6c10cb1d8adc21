import type { StaffListRequest } from '@hostler/database';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import { withAccountNames } from '../../identity/accounts/index.ts';
import { type CancellationStatus, listCancellations } from './operator-store.ts';
import type { CancellationRow } from './store.ts';

export { CANCELLATION_STATUSES } from './operator-store.ts';

export type CancellationOperatorService = ReturnType<typeof createCancellationOperatorService>;

export function createCancellationOperatorService() {
  /** Lists declarations, newest first. */
  function* list(request: StaffListRequest<CancellationStatus> = {}) {
    return yield* withAccountNames((yield* listCancellations(request)).map(viewCancellation));
  }

  return { list };
}

function viewCancellation({ received_at, object_until, objected_at, ...cancellation }: CancellationRow) {
  return {
    ...cancellation,
    received_at: formatTime(received_at),
    object_until: formatOptionalTime(object_until),
    objected_at: formatOptionalTime(objected_at),
  };
}
