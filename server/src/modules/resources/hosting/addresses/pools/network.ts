import ipaddr from 'ipaddr.js';
import { validationError } from '#kernel/errors.ts';
import { parseNetwork } from '#kernel/net/networks.ts';
import { normaliseAddress } from '#kernel/net/normalise-address.ts';

export type Family = 4 | 6;

/** A network that addresses are given from. */
export interface PoolNetwork {
  /** Canonical, like `203.0.113.0/24`. */
  readonly network: string;
  readonly family: Family;
  readonly prefix: number;
  readonly gateway: string;
}

const BITS = { 4: 32, 6: 128 } as const;
/** Shortest and longest prefix of a pool. */
const PREFIXES = { 4: [16, 30], 6: [32, 124] } as const;
/** An IPv6 pool has more addresses than a number can count; no provider gives out more than these. */
const MOST_ADDRESSES = 2 ** 48;

/** Parses the network of a pool. Throws VALIDATION_ERROR. */
export function readPoolNetwork(given: { network: string; gateway: string }): PoolNetwork {
  const [address, prefix] = parse(given.network);
  const family = address.kind() === 'ipv4' ? 4 : 6;
  const [shortest, longest] = PREFIXES[family];
  if (!given.network.includes('/') || prefix < shortest || prefix > longest) {
    throw invalid('network', `must have a prefix from /${shortest} to /${longest} for IPv${family}.`);
  }
  const size = 1n << BigInt(BITS[family] - prefix);
  const base = toNumber(address.toString());
  if (base % size !== 0n)
    throw invalid('network', `must begin at its first address: ${write(base - (base % size), family)}/${prefix}.`);
  const pool = {
    network: `${address}/${prefix}`,
    family,
    prefix,
    gateway: normaliseAddress(given.gateway) ?? '',
  } as const;
  // Outside, it is the router of a larger network of which the pool is a part, or of a routed one.
  const offset = offsetOf(pool, pool.gateway);
  if (ipaddr.isValid(pool.gateway) && offset === undefined && isOf(family, pool.gateway)) return pool;
  if (offset === undefined || offset < 1 || offset > lastOffset(pool)) {
    const like = write(base + 1n, family);
    throw invalid('gateway', `must be an IPv${family} address like ${like}, and not the first or last of the network.`);
  }
  return pool;
}

function parse(text: string) {
  try {
    return parseNetwork(text);
  } catch {
    throw invalid('network', 'must be a network like 203.0.113.0/24 or 2001:db8:1::/64.');
  }
}

function invalid(field: string, message: string) {
  return validationError([{ field, message }]);
}

/** Returns the offset of the last address that can be given. The last address of an IPv4 network is its broadcast. */
export function lastOffset({ family, prefix }: Pick<PoolNetwork, 'family' | 'prefix'>): number {
  const size = 2 ** (BITS[family] - prefix);
  return Math.min(family === 4 ? size - 2 : size - 1, MOST_ADDRESSES);
}

/** Returns how many addresses a pool can give: without those of the network, the broadcast and its gateway. */
export function countUsable(pool: PoolNetwork): number {
  return lastOffset(pool) - (offsetOf(pool, pool.gateway) === undefined ? 0 : 1);
}

export function addressAt({ network, family }: Pick<PoolNetwork, 'network' | 'family'>, offset: number): string {
  return write(firstOf(network) + BigInt(offset), family);
}

/** Returns undefined if the address is not in the network. */
export function offsetOf(
  pool: Pick<PoolNetwork, 'network' | 'family' | 'prefix'>,
  address: string,
): number | undefined {
  if (!ipaddr.isValid(address) || !isOf(pool.family, address)) return undefined;
  const offset = toNumber(address) - firstOf(pool.network);
  return offset < 0n || offset >= 1n << BigInt(BITS[pool.family] - pool.prefix) ? undefined : Number(offset);
}

function isOf(family: Family, address: string): boolean {
  return (ipaddr.parse(address).kind() === 'ipv4') === (family === 4);
}

/** Returns whether two networks share addresses. */
export function overlaps(a: PoolNetwork, b: PoolNetwork): boolean {
  if (a.family !== b.family) return false;
  return offsetOf(a, addressAt(b, 0)) !== undefined || offsetOf(b, addressAt(a, 0)) !== undefined;
}

function firstOf(network: string): bigint {
  return toNumber(network.split('/', 1)[0] ?? '');
}

function toNumber(address: string): bigint {
  return ipaddr
    .parse(address)
    .toByteArray()
    .reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

function write(value: bigint, family: Family): string {
  const bytes = Array.from({ length: BITS[family] / 8 }, (_, index) =>
    Number((value >> BigInt(BITS[family] - 8 * (index + 1))) & 255n),
  );
  return ipaddr.fromByteArray(bytes).toString();
}
