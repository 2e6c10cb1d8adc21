import type { Page, PageRequest, Query } from '@hostler/database';
import { KEPT_FOR } from './retention.ts';
import type { RequestFilters } from './schemas.ts';
import { findGap, listRequests, type RequestRow } from './store.ts';

/** Returns the requests of an account, and whether some were not logged. */
export function* readRequests(
  accountId: number,
  { status_class, source, key_id, method, path, request_id }: RequestFilters,
  page: PageRequest,
  now: number,
): Query<Page<RequestRow>> {
  const filters = {
    ...{ key_id, method, path, request_id },
    ...(source && { [source === 'key' ? 'by_key' : 'by_person']: 1 }),
    status_class: status_class && Number(status_class[0]),
  };
  const gap = yield* findGap(accountId);
  return { ...(yield* listRequests(accountId, filters, page)), meta: { sampled: (gap ?? 0) > now - KEPT_FOR } };
}
