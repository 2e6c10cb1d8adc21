import { formatTime } from '#kernel/time.ts';
import type { Firewall } from './schemas.ts';
import type { FirewallRow } from './store.ts';

export function viewFirewall(row: FirewallRow, hostingIds: readonly number[]): Firewall {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    inbound: JSON.parse(row.inbound),
    outbound: JSON.parse(row.outbound),
    hosting_ids: [...hostingIds],
    error: row.error,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

/** A firewall with its servers and the action that applies its change; null if no server is affected. */
export interface Changed {
  firewall: FirewallRow;
  hostingIds: readonly number[];
  actionId: number | null;
}

export function viewChanged({ firewall, hostingIds, actionId }: Changed) {
  return { ...viewFirewall(firewall, hostingIds), action_id: actionId };
}
