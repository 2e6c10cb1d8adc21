import { validationError } from '#kernel/errors.ts';
import { normaliseAddress } from '#kernel/net/normalise-address.ts';
import { fieldErrors } from './errors.ts';

/** Returns the normalised address. Throws VALIDATION_ERROR. */
export function readAddress(text: string): string {
  const address = normaliseAddress(text);
  if (address !== undefined) return address;
  throw validationError([fieldErrors.not_an_address('address')]);
}

/** Returns the normalised addresses of a server. */
export function listAddresses({ ipv4, ipv6 }: { ipv4: string; ipv6: string }): Set<string> {
  const told = [...(JSON.parse(ipv4) as string[]), ...(JSON.parse(ipv6) as string[])];
  return new Set(told.map((address) => normaliseAddress(address) ?? address));
}
