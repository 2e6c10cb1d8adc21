import { domainToASCII } from 'node:url';
import type { Mailbox } from './driver.ts';

const LONGEST = 254;
const LONGEST_LOCAL_PART = 64;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * The address as mail is sent to it and as it is compared, or undefined where it is none: lower case, a domain of other
 * letters in its ASCII form. Quoted and international local parts are refused: hardly a server takes them.
 */
export function readMailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const [local, given] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return undefined;
  // It would leave line ends out rather than refuse them.
  const domain = /\s/.test(given) ? '' : domainToASCII(given);
  // A domain of digits would be an IP address, which needs brackets and is nobody's address.
  if (!DOMAIN.test(domain) || /^[\d.]+$/.test(domain)) return undefined;
  const address = `${local}@${domain}`.toLowerCase();
  return address.length > LONGEST ? undefined : address;
}

/** Who reads it in the end: `jo+anything@example.com` is Jo's, and many of those are still one person's. */
export function inboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [name] = address.slice(0, at).split('+');
  return `${name || address.slice(0, at)}${address.slice(at)}`;
}

/** `Example Hosting <no-reply@example.com>`, or the address alone; undefined where it is neither. */
export function readMailbox(text: string): Mailbox | undefined {
  const [, quoted, plain, within, alone] = /^(?:(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]+)>|([^<>\s]+))$/.exec(text) ?? [];
  const address = readMailAddress(within ?? alone ?? '');
  const name = toLine(quoted ?? plain ?? '');
  return address === undefined ? undefined : { name, address };
}

/** One line without anything that could begin another: for headers. */
export function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
