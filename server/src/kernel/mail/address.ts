import { domainToASCII } from 'node:url';
import type { Mailbox } from './driver.ts';

const LONGEST = 254;
const LONGEST_LOCAL_PART = 64;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * Returns the normalised address, or undefined if it is invalid: lower case, with an international domain in ASCII.
 * Quoted and international local parts are refused, because few servers accept them.
 */
export function readMailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const [local, given] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return undefined;
  // `domainToASCII` strips line breaks instead of refusing them.
  const domain = /\s/.test(given) ? '' : domainToASCII(given);
  // A domain of digits would be an IP address, which needs brackets. No mailbox uses one.
  if (!DOMAIN.test(domain) || /^[\d.]+$/.test(domain)) return undefined;
  const address = `${local}@${domain}`.toLowerCase();
  return address.length > LONGEST ? undefined : address;
}

/** Returns the address without its tag: `jo+anything@example.com` reaches the inbox of Jo. Limits count per inbox. */
export function inboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [name] = address.slice(0, at).split('+');
  return `${name || address.slice(0, at)}${address.slice(at)}`;
}

/** Parses `Example Hosting <no-reply@example.com>` or a bare address. Returns undefined for anything else. */
export function readMailbox(text: string): Mailbox | undefined {
  const [, quoted, plain, within, alone] = /^(?:(?:"([^"\\]*)"\s*|([^"<>]*))<([^<>]+)>|([^<>\s]+))$/.exec(text) ?? [];
  const address = readMailAddress(within ?? alone ?? '');
  const name = toLine(quoted ?? plain ?? '');
  return address === undefined ? undefined : { name, address };
}

/** Returns a text as one line for a header, without characters that could start another header. */
export function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
