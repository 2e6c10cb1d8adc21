import ipaddr from 'ipaddr.js';

/** Longest prefix of a reverse zone of its own; longer networks share the zone of this one. */
const [IPV4_BITS, IPV6_BITS] = [24, 64];

/** A reverse zone, and the name of an address in it. */
export interface ReverseName {
  /** Like `113.0.203.in-addr.arpa`. */
  readonly zone: string;
  readonly name: string;
}

/**
 * Returns the place of an address in the reverse tree. IPv4 zones are those of a /24, the smallest network that is
 * delegated as a whole. IPv6 zones are those of the pool, at the next shorter whole digit, and at most a /64.
 */
export function toReverseName(address: string, prefix: number): ReverseName {
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === 'ipv4') return place(parsed.toByteArray().map(String), IPV4_BITS / 8, 'in-addr.arpa');
  const digits = parsed.toByteArray().flatMap((byte) => [(byte >> 4).toString(16), (byte & 15).toString(16)]);
  return place(digits, Math.floor(Math.min(prefix, IPV6_BITS) / 4), 'ip6.arpa');
}

/**
 * Returns the zones of an operator that may contain an address, the closest first. A part of a /24 is delegated with a
 * zone of its own, whose name has the first address and the prefix or the last address of the part (RFC 2317).
 */
export function listReversePlaces(address: string, prefix: number): ReverseName[] {
  const { zone: shared, name } = toReverseName(address, prefix);
  const isIpv4 = !address.includes(':');
  const labels = name.split('.');
  // A /8 of IPv4, a /16 of IPv6.
  const fewest = isIpv4 ? 3 : 6;
  const above = labels
    .map((_, index) => ({ zone: labels.slice(index).join('.'), name }))
    .filter(({ zone }) => shared === zone || (shared.endsWith(`.${zone}`) && zone.split('.').length >= fewest));
  return [...(isIpv4 ? listParts(address, shared) : []), ...above];
}

function listParts(address: string, shared: string): ReverseName[] {
  const host = Number(address.split('.')[3]);
  return [31, 30, 29, 28, 27, 26, 25].flatMap((prefix) => {
    const size = 2 ** (32 - prefix);
    const first = host - (host % size);
    const names = [`${first}/${prefix}`, `${first}-${prefix}`, `${first}-${first + size - 1}`];
    return names.map((part) => ({ zone: `${part}.${shared}`, name: `${host}.${part}.${shared}` }));
  });
}

function place(labels: readonly string[], kept: number, root: string): ReverseName {
  const write = (some: readonly string[]) => [...some.toReversed(), root].join('.');
  return { zone: write(labels.slice(0, kept)), name: write(labels) };
}
