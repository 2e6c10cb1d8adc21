import type { DnsDriver } from '#engines/dns/driver.ts';
import type { LookUp } from '#kernel/net/dns-records.ts';
import { normaliseAddress } from '#kernel/net/normalise-address.ts';
import { readOwnZones, type Server } from '../../hosting/index.ts';

const MOST_NAMED = 3;

interface Dependencies {
  /** Undefined in a simulation. Our own zones then replace public DNS. */
  lookUp: LookUp | undefined;
  dns: Pick<DnsDriver, 'readZone'>;
}

export type NameCheck = ReturnType<typeof createNameCheck>;

/** Checks that a name leads to a server before the authority is asked, which counts every failure. */
export function createNameCheck({ lookUp, dns }: Dependencies) {
  const ask: LookUp = lookUp ?? ((type, name) => readOwnZones(dns, type, name));

  /** Returns why the name does not lead to the server, as a sentence with advice. Undefined if it does. */
  return async function explainAstray(name: string, { ipv4, ipv6 }: Pick<Server, 'ipv4' | 'ipv6'>) {
    const [four, six] = await Promise.all([ask('A', name), ask('AAAA', name)]);
    if (four === undefined || six === undefined) {
      return `The addresses of ${name} could not be looked up. This is tried again.`;
    }
    const own = new Set([...ipv4, ...ipv6].map(normaliseAddress));
    const wanted = [ipv4[0], ipv6[0]].filter((address) => address !== undefined).join(' and ');
    const found = [...four, ...six];
    if (found.length === 0) return `${name} has no address yet. Add a record that points to ${wanted}.`;
    const astray = found.filter((address) => !own.has(normaliseAddress(address)));
    if (astray.length === 0) return undefined;
    return `${name} points to ${astray.slice(0, MOST_NAMED).join(', ')}. Let it point to ${wanted} only.`;
  };
}
