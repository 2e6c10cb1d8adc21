import { Resolver } from 'node:dns/promises';

export type LookedUpType = 'A' | 'AAAA' | 'CNAME' | 'MX' | 'NS' | 'SRV' | 'TXT';

/**
 * Returns the records of a name in zone file notation; TXT records have no quotes. Returns an empty list if there are
 * none. Returns undefined if the resolver fails, which says nothing about the domain.
 */
export type LookUp = (type: LookedUpType, name: string) => Promise<string[] | undefined>;

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** Error codes for a name without such records. */
const NONE = ['ENODATA', 'ENOTFOUND'];
/** More than any real name has, even with TXT records of full length. */
const MOST_RECORDS = 50;

/** Queries the given resolvers (`address` or `address:port`), or those of the system. Blocks no thread. */
export function createLookUp(servers: readonly string[]): LookUp {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const ask: Record<LookedUpType, (name: string) => Promise<string[]>> = {
    A: (name) => resolver.resolve4(name),
    AAAA: (name) => resolver.resolve6(name),
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
