import type { AccountListRequest, Query } from '@hostler/database';
import { listEvents } from './operator-store.ts';
import { viewAnyEvent } from './view.ts';

export type EventOperatorService = ReturnType<typeof createEventOperatorService>;

export function createEventOperatorService() {
  /** Lists the events of all accounts or of one, newest first. */
  function* list(request: AccountListRequest = {}): Query<ReturnType<typeof viewAnyEvent>[]> {
    return (yield* listEvents(request)).map(viewAnyEvent);
  }

  return { list };
}
