import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { contains, parseNetwork } from './networks.ts';

/** What the IANA registry of special-purpose IPv4 addresses keeps off the public network, multicast and class E besides. */
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

/** Of IPv6 only global unicast is public, so that a range that is defined tomorrow is refused today... */
const GLOBAL_IPV6 = [parseNetwork('2000::/3')];

/** ...and of that not these. Tunnels carry IPv4 addresses inside, and nobody receives webhooks there. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation, as 3fff::
  '2002::/16', // 6to4
  '2620:4f:8000::/48',
  '3fff::/20',
].map(parseNetwork);

/** Where a network without IPv4 reaches IPv4 (RFC 6052): the last 32 bits are the address that is meant. */
const NAT64 = [parseNetwork('64:ff9b::/96')];

const LOOPBACK = ['127.0.0.0/8', '::1'].map(parseNetwork);

/**
 * Whether anyone on the Internet could mean the same machine by this address. Takes addresses as sockets and resolvers
 * write them; anything else, a name or `0x7f.1`, is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return !contains(SPECIAL_IPV4, address);
  if (contains(NAT64, address)) return isPublicAddress(readMeantAddress(address));
  return contains(GLOBAL_IPV6, address) && !contains(SPECIAL_IPV6, address);
}

/** The IPv4 address that is meant, where it is written as an IPv6 one. */
export function readMeantAddress(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  return contains(NAT64, address) ? parsed.toByteArray().slice(-4).join('.') : parsed.toString();
}

export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && contains(LOOPBACK, address);
}
