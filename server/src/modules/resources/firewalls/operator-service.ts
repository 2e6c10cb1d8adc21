import type { AccountListRequest } from '@hostler/database';
import { formatTime } from '#kernel/time.ts';
import { withOwner } from '../owned.ts';
import { listAllFirewalls } from './operator-store.ts';
import type { FirewallStatus, Rule } from './schemas.ts';

export type FirewallOperatorService = ReturnType<typeof createFirewallOperatorService>;

export function createFirewallOperatorService() {
  /** Lists the firewalls of all accounts or of one. */
  function* list(request: AccountListRequest<FirewallStatus> = {}) {
    const rows = yield* listAllFirewalls(request);
    return rows.map((row) =>
      withOwner(row, {
        id: row.id,
        name: row.name,
        status: row.status,
        inbound_rules: (JSON.parse(row.inbound) as Rule[]).length,
        outbound_rules: (JSON.parse(row.outbound) as Rule[]).length,
        servers: row.servers,
        error: row.error,
        created_at: formatTime(row.created_at),
        updated_at: formatTime(row.updated_at),
      }),
    );
  }

  return { list };
}
