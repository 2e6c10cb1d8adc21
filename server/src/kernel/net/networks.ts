import ipaddr from 'ipaddr.js';

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** `203.0.113.0/24`, `2001:db8::/32`, or one address. Throws a sentence when it is none of these. */
export function parseNetwork(text: string): Network {
  try {
    // `203.0.113` is 203.0.0.113 by old custom, and a leading zero means octal: whoever writes that means something else.
    if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text.split('/', 1)[0] ?? '')) throw new Error();
    if (text.includes('/')) return unmap(ipaddr.parseCIDR(text));
    const address = ipaddr.parse(text);
    return unmap([address, address.kind() === 'ipv4' ? 32 : 128]);
  } catch {
    throw new Error(`${text} is not an address or a network like 203.0.113.0/24.`);
  }
}

const MAPPED_BITS = 96;

/** `::ffff:203.0.113.0/120` is a network of IPv4 addresses, as which those who come are known. */
function unmap([address, bits]: Network): Network {
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress() || bits < MAPPED_BITS) return [address, bits];
  return [address.toIPv4Address(), bits - MAPPED_BITS];
}

/** An IPv4 address that came in over an IPv6 socket is the IPv4 address. */
export function contains(networks: readonly Network[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

const HOST_BITS = 8;

/**
 * Whom an address stands for where callers are counted: of IPv6 its network of 64 bits, because everybody who has one has
 * all its addresses. A connection that is closed already has no address; those who closed theirs are counted together.
 */
export function sourceOf(address: string | undefined): string {
  if (address === undefined) return 'closed';
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().fill(0, HOST_BITS);
  return `${ipaddr.fromByteArray(network)}/64`;
}
