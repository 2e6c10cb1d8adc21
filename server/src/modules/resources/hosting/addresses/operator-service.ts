import type { AccountListRequest, Query, StaffListRequest } from '@hostler/database';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import { readAddress } from './address.ts';
import { listAssignments, listCurrent, type OwnedAssignment } from './operator-store.ts';

interface HistoryRequest extends StaffListRequest {
  address: string;
  /** Returns only the server that had the address at this time. */
  at?: number | undefined;
}

export type AddressOperatorService = ReturnType<typeof createAddressOperatorService>;

export function createAddressOperatorService() {
  /** Lists the servers that had an address, newest first, including terminated ones. */
  function* history({ address, at, ...request }: HistoryRequest): Query<ReturnType<typeof viewAssignment>[]> {
    return (yield* listAssignments(request, { address: readAddress(address), at })).map(viewAssignment);
  }

  /** Lists the current addresses of all accounts or of one, newest first. */
  function* list(request: AccountListRequest = {}): Query<ReturnType<typeof viewAssignment>[]> {
    return (yield* listCurrent(request)).map(viewAssignment);
  }

  return { history, list };
}

function viewAssignment({ assigned_at, released_at, estimated, ...row }: OwnedAssignment) {
  return {
    ...row,
    assigned_at: formatTime(assigned_at),
    estimated: estimated === 1,
    released_at: formatOptionalTime(released_at),
  };
}
