import type { Query } from '../../../kernel/db/query.ts';
import { listNewestEvents } from './operator-store.ts';
import { viewAnyEvent } from './view.ts';

/** How many are shown unless somebody asks for more. */
export const EVENTS_SHOWN = 100;

interface EventFilter {
  account_id?: number | undefined;
  limit?: number | undefined;
}

export type EventOperatorService = ReturnType<typeof createEventOperatorService>;

export function createEventOperatorService() {
  /** The newest of all customers, or of one, newest first. */
  function* list({ account_id, limit = EVENTS_SHOWN }: EventFilter = {}): Query<ReturnType<typeof viewAnyEvent>[]> {
    return (yield* listNewestEvents(account_id, limit)).map(viewAnyEvent);
  }

  return { list };
}
