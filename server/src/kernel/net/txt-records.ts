import { Resolver } from 'node:dns/promises';

/** The texts at a name; none where there are none, and none either where nobody answers. */
export type FindTexts = (name: string) => Promise<string[]>;

const TIMEOUT_MS = 3_000;
const TRIES = 2;

/** Asks the given resolvers (`address` or `address:port`), or those of the system. Nothing of it blocks a thread. */
export function createTextFinder(servers: readonly string[]): FindTexts {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    const records = await resolver.resolveTxt(name).catch(() => []);
    return records.map((parts) => parts.join(''));
  };
}
