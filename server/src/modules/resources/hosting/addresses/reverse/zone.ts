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

function place(labels: readonly string[], kept: number, root: string): ReverseName {
  const write = (some: readonly string[]) => [...some.toReversed(), root].join('.');
  return { zone: write(labels.slice(0, kept)), name: write(labels) };
}
