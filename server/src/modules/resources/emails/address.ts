import { LOCAL_PART } from '#engines/mail/driver.ts';
import { inboxOf, readMailAddress } from '#kernel/mail/address.ts';

/**
 * Allows more characters than addresses of our own. Refuses text that a mail server may take for a command, file or
 * list.
 */
const FORWARD_LOCAL_PART = /^[a-z0-9_][a-z0-9_.+=~'-]*$/;
const CATCH_ALL = '*';

/** Returns the address of a mailbox or alias as stored: lower case, punycode. Undefined if it is invalid. */
export function readOwnAddress(text: string): string | undefined {
  return readWith(text, LOCAL_PART);
}

/** Like `readOwnAddress`, but also accepts `*@domain`, the catch-all for unknown addresses of the domain. */
export function readAlias(text: string): string | undefined {
  if (!text.startsWith(`${CATCH_ALL}@`)) return readOwnAddress(text);
  const host = readMailAddress(`any${text.slice(1)}`);
  return host && catchAllOf(host);
}

export function readForward(text: string): string | undefined {
  return readWith(text, FORWARD_LOCAL_PART);
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

export function catchAllOf(address: string): string {
  return `${CATCH_ALL}@${domainOf(address)}`;
}

/** Returns the addresses to look up, in this order, to find the mailbox that receives mail for an address. */
export function leadsTo(address: string): [string, string] {
  return [inboxOf(address), catchAllOf(address)];
}

function readWith(text: string, localPart: RegExp): string | undefined {
  const address = readMailAddress(text);
  return address && localPart.test(address.slice(0, address.lastIndexOf('@'))) ? address : undefined;
}
