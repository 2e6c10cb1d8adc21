import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { contains, parseNetwork } from './networks.ts';

/** Special-purpose IPv4 networks of the IANA registry that are not public, plus multicast and class E. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this host; Linux connects 0.0.0.0 to loopback
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier NAT; some clouds have their metadata here
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and the metadata address of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24', // documentation, as 198.51.100.0 and 203.0.113.0
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
].map(parseNetwork);

/** Only global unicast IPv6 is public, so that ranges defined in the future are refused already... */
const GLOBAL_IPV6 = [parseNetwork('2000::/3')];

/** ...except these. Tunnels embed IPv4 addresses, and no webhook receiver uses them. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation, as 3fff::
  '2002::/16', // 6to4
  '2620:4f:8000::/48',
  '3fff::/20',
].map(parseNetwork);

/** NAT64 (RFC 6052), through which a network without IPv4 reaches IPv4: the last 32 bits are the real address. */
const NAT64 = [parseNetwork('64:ff9b::/96')];

const LOOPBACK = ['127.0.0.0/8', '::1'].map(parseNetwork);

/**
 * Returns whether an address is publicly routable. Accepts addresses as sockets and resolvers write them. Anything
 * else, such as a name or `0x7f.1`, is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return !contains(SPECIAL_IPV4, address);
  if (contains(NAT64, address)) return isPublicAddress(readMeantAddress(address));
  return contains(GLOBAL_IPV6, address) && !contains(SPECIAL_IPV6, address);
}

/** Returns the IPv4 address that an IPv6 address embeds, or the address itself. */
export function readMeantAddress(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  return contains(NAT64, address) ? parsed.toByteArray().slice(-4).join('.') : parsed.toString();
}

export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && contains(LOOPBACK, address);
}
