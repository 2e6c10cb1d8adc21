import { createRequire } from 'node:module';
import { domainToASCII, domainToUnicode } from 'node:url';

const require = createRequire(import.meta.url);

/** A domain as it is stored: lower case, punycode, without a final dot. */
export interface DomainName {
  readonly name: string;
  /** The part that is registered: `example.co.uk` of `a.b.example.co.uk`. */
  readonly registrable: string;
  /** Parent names up to the registrable one, nearest first. */
  readonly ancestors: readonly string[];
}

const MAX_LENGTH = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters that a name must not contain. A colon, slash or percent sign would be parsed as part of a URL. */
const FOREIGN = /[^A-Za-z0-9.\-\u0080-\u{10ffff}]/u;

/** Returns undefined if nobody could own it: an invalid name, an IP address, a public suffix or a single label. */
export function parseDomainName(text: string): DomainName | undefined {
  if (FOREIGN.test(text)) return undefined;
  const name = domainToASCII(text).replace(/\.$/, '');
  if (name.length > MAX_LENGTH || !name.split('.').every(isLabel)) return undefined;
  // Loaded on demand: the list of public suffixes is large, and a start does not need it.
  const { parse }: typeof import('tldts') = require('tldts');
  const { domain: registrable, isIp } = parse(name, { allowPrivateDomains: false });
  if (isIp || !registrable) return undefined;
  return { name, registrable, ancestors: listAncestors(name, registrable) };
}

/** Converts `xn--mller-kva.de` to its Unicode form. */
export function toReadable(name: string): string {
  return domainToUnicode(name);
}

/** A punycode label must decode, and must be the canonical encoding. */
function isLabel(label: string): boolean {
  if (!LABEL.test(label)) return false;
  return !label.startsWith('xn--') || (domainToUnicode(label) !== label && domainToASCII(toReadable(label)) === label);
}

function listAncestors(name: string, registrable: string): string[] {
  const ancestors: string[] = [];
  let rest = name;
  while (rest !== registrable) {
    rest = rest.slice(rest.indexOf('.') + 1);
    ancestors.push(rest);
  }
  return ancestors;
}
