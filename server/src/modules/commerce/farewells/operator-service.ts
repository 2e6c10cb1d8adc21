import type { Query } from '../../../kernel/db/query.ts';
import { formatOptionalTime, formatTime } from '../../../kernel/time.ts';
import { listFarewells } from './operator-store.ts';
import type { FarewellRow } from './store.ts';

const MOST_LISTED = 1000;

export type FarewellOperatorService = ReturnType<typeof createFarewellOperatorService>;

export function createFarewellOperatorService() {
  /** The newest first. */
  function* list(): Query<ReturnType<typeof viewFarewell>[]> {
    return (yield* listFarewells(MOST_LISTED)).map(viewFarewell);
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
