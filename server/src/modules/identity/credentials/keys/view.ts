import { isScope } from '#kernel/scopes.ts';
import { DAY, formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { KeyStatus } from './schemas.ts';
import type { KeyRecord, ListedKey } from './store.ts';

/** A key that expires sooner than this is marked as expiring. */
export const EXPIRING_MS = 7 * DAY;

/** The view for staff. */
export function viewKey(row: KeyRecord) {
  return { ...viewFacts(row), account_id: row.account_id, made_by: row.made_by };
}

/** The view for the account of the key. */
export function viewOwnKey(row: ListedKey, now: number) {
  return {
    ...viewFacts(row),
    prefix: `svc_${row.environment}_`,
    created_by: row.made_by === null ? null : { id: row.made_by, name: row.maker_name ?? '' },
    last_used_at: formatOptionalTime(row.last_used_at),
    last_used_from: row.last_used_from,
    status: statusOf(row, now),
  };
}

function viewFacts(row: KeyRecord) {
  return {
    id: row.id,
    name: row.name,
    environment: row.environment,
    hint: row.hint,
    scopes: row.scopes.split(' ').filter(isScope),
    rate_limit: row.rate_limit,
    allowed_networks: row.allowed_networks.split(',').filter(Boolean),
    expires_at: formatOptionalTime(row.expires_at),
    revoked_at: formatOptionalTime(row.revoked_at),
    created_at: formatTime(row.created_at),
  };
}

/** Must agree with the list's filter in SQL. */
function statusOf({ revoked_at, expires_at }: KeyRecord, now: number): KeyStatus {
  if (revoked_at !== null && revoked_at !== expires_at) return 'revoked';
  if (revoked_at !== null || (expires_at !== null && expires_at <= now)) return 'expired';
  return expires_at !== null && expires_at <= now + EXPIRING_MS ? 'expiring' : 'active';
}
