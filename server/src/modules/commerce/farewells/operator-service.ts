import type { Query, StaffListRequest } from '@hostler/database';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import { type FarewellStatus, listFarewells } from './operator-store.ts';
import type { FarewellRow } from './store.ts';

export { FAREWELL_STATUSES } from './operator-store.ts';

export type FarewellOperatorService = ReturnType<typeof createFarewellOperatorService>;

export function createFarewellOperatorService() {
  /** Lists declarations, newest first. */
  function* list(request: StaffListRequest<FarewellStatus> = {}): Query<ReturnType<typeof viewFarewell>[]> {
    return (yield* listFarewells(request)).map(viewFarewell);
  }

  return { list };
}

function viewFarewell({ received_at, object_until, objected_at, ...farewell }: FarewellRow) {
  return {
    ...farewell,
    received_at: formatTime(received_at),
    object_until: formatOptionalTime(object_until),
    objected_at: formatOptionalTime(objected_at),
  };
}
