import ipaddr from 'ipaddr.js';

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses `203.0.113.0/24`, `2001:db8::/32`, or one address. Throws an error with a sentence for anything else. */
export function parseNetwork(text: string): Network {
  try {
    // Refuse legacy notations: `203.0.113` would be 203.0.0.113, and a leading zero would mean octal.
    if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text.split('/', 1)[0] ?? '')) throw new Error();
    if (text.includes('%')) throw new Error();
    if (text.includes('/')) return unmap(ipaddr.parseCIDR(text));
    const address = ipaddr.parse(text);
    return unmap([address, address.kind() === 'ipv4' ? 32 : 128]);
  } catch {
    throw new Error(`${text} is not an address or a network like 203.0.113.0/24.`);
  }
}

const MAPPED_BITS = 96;

/** Converts a mapped network such as `::ffff:203.0.113.0/120` to IPv4, the form in which clients are known. */
function unmap([address, bits]: Network): Network {
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress() || bits < MAPPED_BITS) return [address, bits];
  return [address.toIPv4Address(), bits - MAPPED_BITS];
}

/** Returns whether an address is in one of the networks. An IPv4 address from an IPv6 socket counts as IPv4. */
export function contains(networks: readonly Network[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/**
 * Returns the address of a client in its shortest form. An IPv4 address from an IPv6 socket becomes IPv4. Returns null if
 * a proxy has forwarded something else.
 */
export function plainAddress(address: string): string | null {
  const [bare = ''] = address.split('%', 1);
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null;
}

/** Parses networks separated by commas, as credentials store them. */
export function parseNetworks(text: string): Network[] {
  return text.split(',').filter(Boolean).map(parseNetwork);
}

/** Returns whether a credential that is bound to these networks may be used from an address; from any if there are none. */
export function admits(networks: readonly Network[], address: string): boolean {
  return networks.length === 0 || contains(networks, address);
}

/** Returns the shortest notation with the host bits cleared: `203.0.113.7/24` becomes `203.0.113.0/24`. */
export function formatNetwork([address, bits]: Network): string {
  const bytes = address.toByteArray().map((byte, index) => byte & maskByte(bits - 8 * index));
  return `${ipaddr.fromByteArray(bytes)}/${bits}`;
}

/** Returns the mask of a byte of which this many bits belong to the network. */
function maskByte(bits: number): number {
  return 0xff & (0xff << (8 - Math.min(Math.max(bits, 0), 8)));
}

const HOST_BITS = 8;

/**
 * Returns the key under which requests of an address are counted. For IPv6 it is the /64 network, because one customer
 * has all its addresses. Connections that are already closed have no address and share one key.
 */
export function sourceOf(address: string | undefined): string {
  if (address === undefined) return 'closed';
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().fill(0, HOST_BITS);
  return `${ipaddr.fromByteArray(network)}/64`;
}
