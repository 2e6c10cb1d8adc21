import type { EngineHealth } from '#engines/engine.ts';
import { MAX_NETWORKS_PER_SERVER } from './schemas.ts';

const MOST_NAMED = 20;

/** Describes the servers whose firewalls are larger than allowed. They are so since an earlier version. */
export function describeSizes(servers: readonly string[]): EngineHealth {
  const answer = { reachable: true, version: null };
  if (servers.length === 0) return { ...answer, detail: null, advice: null };
  const named = servers.slice(0, MOST_NAMED).join(', ');
  const more = servers.length > MOST_NAMED ? ` and ${servers.length - MOST_NAMED} others` : '';
  return {
    ...answer,
    detail: `The firewalls of ${servers.length} servers have more than ${MAX_NETWORKS_PER_SERVER} networks: ${named}${more}.`,
    advice: 'They stay in effect and can only shrink. Ask their owners to join networks, or to remove rules.',
  };
}
