import ipaddr from 'ipaddr.js';

/**
 * Returns the canonical form of an address for storage and lookup: `2001:DB8:0::1` becomes `2001:db8::1`. Returns
 * undefined for an invalid address.
 */
export function normaliseAddress(text: string): string | undefined {
  const address = text.trim();
  if (!address.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(address)) return undefined;
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}
