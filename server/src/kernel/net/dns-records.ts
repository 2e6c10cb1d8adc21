import { Resolver } from 'node:dns/promises';

export type LookedUpType = 'CNAME' | 'MX' | 'NS' | 'SRV' | 'TXT';

/**
 * The records of a name as a zone file writes them, but for texts, which have no quotes. None where there are none;
 * undefined where nobody can tell: a resolver that is away says nothing about a domain.
 */
export type LookUp = (type: LookedUpType, name: string) => Promise<string[] | undefined>;

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** What a resolver says of a name without such records. */
const NONE = ['ENODATA', 'ENOTFOUND'];
/** More than anybody has, of texts that are as long as they can be. */
const MOST_RECORDS = 50;

/** Asks the given resolvers (`address` or `address:port`), or those of the system. Nothing of it blocks a thread. */
export function createLookUp(servers: readonly string[]): LookUp {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const ask: Record<LookedUpType, (name: string) => Promise<string[]>> = {
    CNAME: async (name) => (await resolver.resolveCname(name)).map(toHost),
    MX: async (name) =>
      (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${toHost(exchange)}`),
    NS: async (name) => (await resolver.resolveNs(name)).map(toHost),
    SRV: async (name) =>
      (await resolver.resolveSrv(name)).map(
        (record) => `${record.priority} ${record.weight} ${record.port} ${toHost(record.name)}`,
      ),
    TXT: async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
  };
  return async (type, name) => {
    try {
      return (await ask[type](name)).slice(0, MOST_RECORDS);
    } catch (error) {
      return NONE.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
    }
  };
}

function toHost(name: string): string {
  return `${name.toLowerCase().replace(/\.$/, '')}.`;
}
