import type { DnsRecord } from '../../engines/dns/driver.ts';
import { EngineError } from '../../engines/engine.ts';
import type { Query } from '../../kernel/db/query.ts';

/** What a domain needs to know of the server it leads to. */
export interface Server {
  readonly status: string;
  /** JSON arrays. */
  readonly ipv4: string;
  readonly ipv6: string;
}

export interface ServerDirectory {
  /** Throws NOT_FOUND. */
  find(accountId: number, id: number): Query<Server>;
}

/** What a zone shall lead to. */
export interface Addresses {
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
}

const NOWHERE: Addresses = { ipv4: [], ipv6: [] };
const TTL_SECONDS = 3600;
const MAX_NAME_LENGTH = 253;

/** A terminated server leads nowhere: its addresses may be another customer's by now. */
export function addressesOf(server: Server | undefined): Addresses {
  if (!server || server.status === 'terminated') return NOWHERE;
  return { ipv4: JSON.parse(server.ipv4), ipv6: JSON.parse(server.ipv6) };
}

/** Worth trying again: the server is still being made. */
export function refuseWithoutAddress(server: Server | undefined): void {
  if (server?.status === 'provisioning') throw new EngineError('unreachable', 'The server has no address yet.');
}

/** The domain itself and its `www`, where that is not too long to be a name. */
export function recordsOf(domain: string, { ipv4, ipv6 }: Addresses): DnsRecord[] {
  const names = [domain, `www.${domain}`].filter((name) => name.length <= MAX_NAME_LENGTH);
  const record = (name: string, type: 'A' | 'AAAA') => (content: string) => ({ name, type, ttl: TTL_SECONDS, content });
  return names.flatMap((name) => [...ipv4.map(record(name, 'A')), ...ipv6.map(record(name, 'AAAA'))]);
}

/** Work on one name is done in order, also over a removal and a new creation. */
export function zoneKey(domain: string): string {
  return `zone ${domain}`;
}
