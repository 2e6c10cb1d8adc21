import { LOCAL_PART } from '../../../engines/mail/driver.ts';
import { inboxOf, readMailAddress } from '../../../kernel/mail/address.ts';

/** Mail can be sent on to more than that; not to what a mail server could take for a command, a file or a list. */
const FORWARD_LOCAL_PART = /^[a-z0-9_][a-z0-9_.+=~'-]*$/;
const CATCH_ALL = '*';

/** The address of a mailbox or alias as it is stored: lower case, punycode; undefined where it is none. */
export function readOwnAddress(text: string): string | undefined {
  return readWith(text, LOCAL_PART);
}

/** The same, or `*@domain`, which gets what no other address of the domain does. */
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

/** The addresses to look for, in this order, to find whose mailbox gets mail to an address. */
export function leadsTo(address: string): [string, string] {
  return [inboxOf(address), catchAllOf(address)];
}

function readWith(text: string, localPart: RegExp): string | undefined {
  const address = readMailAddress(text);
  return address && localPart.test(address.slice(0, address.lastIndexOf('@'))) ? address : undefined;
}
