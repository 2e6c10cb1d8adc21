import { parseStaffRoles } from '#kernel/staff-roles.ts';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { ListedOperatorKey } from './store.ts';

export function viewOperatorKey(row: ListedOperatorKey) {
  return {
    id: row.id,
    name: row.name,
    role: row.roles,
    roles: parseStaffRoles(row.roles),
    hint: row.hint,
    rate_limit: row.rate_limit,
    allowed_networks: row.allowed_networks.split(',').filter(Boolean),
    made_by: row.made_by,
    expires_at: formatOptionalTime(row.expires_at),
    revoked_at: formatOptionalTime(row.revoked_at),
    last_used_at: formatOptionalTime(row.last_used_at),
    last_used_from: row.last_used_from,
    created_at: formatTime(row.created_at),
  };
}
