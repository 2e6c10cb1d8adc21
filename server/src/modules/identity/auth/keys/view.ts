import { formatOptionalTime, formatTime } from '../../../../kernel/time.ts';
import type { KeyRecord } from './operator-store.ts';

export function viewKey(row: KeyRecord) {
  return {
    id: row.id,
    account_id: row.account_id,
    name: row.name,
    environment: row.environment,
    hint: row.hint,
    scopes: row.scopes.split(' '),
    rate_limit: row.rate_limit,
    allowed_networks: row.allowed_networks.split(',').filter(Boolean),
    expires_at: formatOptionalTime(row.expires_at),
    revoked_at: formatOptionalTime(row.revoked_at),
    created_at: formatTime(row.created_at),
  };
}
