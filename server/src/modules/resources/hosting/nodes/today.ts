import { MACHINES } from '#kernel/staff-roles.ts';
import type { TodaySource } from '#kernel/today-source.ts';
import type { NodeOperatorService } from './operator-service.ts';

/** Nodes with less than a tenth of their memory or disk left, as the engine was last read. */
export function fullNodes(nodes: Pick<NodeOperatorService, 'listFull'>): TodaySource {
  return {
    key: 'full_nodes',
    roles: MACHINES,
    url: '/operator/nodes',
    tone: 'wait',
    // biome-ignore lint/correctness/useYield: nothing is read from the database.
    *read() {
      const names = nodes.listFull();
      return { count: names?.length ?? null, ...(names?.length ? { detail: names.join(', ') } : {}) };
    },
  };
}
