import ipaddr from 'ipaddr.js';

/** The one form of an address that is stored and looked up: `2001:DB8:0::1` is `2001:db8::1`. Undefined: no address. */
export function normaliseAddress(text: string): string | undefined {
  const address = text.trim();
  if (!address.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(address)) return undefined;
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}
