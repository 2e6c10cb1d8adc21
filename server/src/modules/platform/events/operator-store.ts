import { type AccountListRequest, defineStaffList, type Query } from '@hostler/database';
import type { Environment } from '#kernel/environment.ts';
import type { EventRow } from './store.ts';

export interface AnyEventRow extends Omit<EventRow, 'id'> {
  /** Null until the event is published. */
  id: number | null;
  account_id: number;
  environment: Environment;
}

const COLUMNS = 'id, account_id, environment, type, data, created_at';

/** Lists the events of all accounts or of one. Unpublished events are in the first page only. */
const listBehind = defineStaffList<AnyEventRow>({
  select: `select ${COLUMNS} from events`,
  searched: ['type'],
});
const listFromNewest = defineStaffList<AnyEventRow>({
  select: `select ${COLUMNS} from events`,
  cursor: 'row_id',
  searched: ['type'],
});

export function listEvents(request: AccountListRequest): Query<AnyEventRow[]> {
  return request.after === undefined ? listFromNewest(request) : listBehind(request);
}
