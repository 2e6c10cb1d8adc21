import { createRequire } from 'node:module';
import { domainToASCII, domainToUnicode } from 'node:url';

const require = createRequire(import.meta.url);

/** A domain as it is stored: lower case, punycode, no dot at the end. */
export interface DomainName {
  readonly name: string;
  /** The part that is bought from a registry: `example.co.uk` of `a.b.example.co.uk`. */
  readonly registrable: string;
  /** The names above it, nearest first, up to the registrable one. */
  readonly ancestors: readonly string[];
}

const MAX_LENGTH = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** In ASCII only what a name may hold: a URL's colon, slash or percent sign would be read as more than a name. */
const FOREIGN = /[^A-Za-z0-9.\-\u0080-\u{10ffff}]/u;

/** Undefined for what is no domain somebody could own: no name, an address, a public suffix, a single label. */
export function parseDomainName(text: string): DomainName | undefined {
  if (FOREIGN.test(text)) return undefined;
  const name = domainToASCII(text).replace(/\.$/, '');
  if (name.length > MAX_LENGTH || !name.split('.').every(isLabel)) return undefined;
  // With the first domain: it knows all public suffixes, and a start needs none of them.
  const { parse }: typeof import('tldts') = require('tldts');
  const { domain: registrable, isIp } = parse(name, { allowPrivateDomains: false });
  if (isIp || !registrable) return undefined;
  return { name, registrable, ancestors: listAncestors(name, registrable) };
}

/** `xn--mller-kva.de` as its owner writes it. */
export function toReadable(name: string): string {
  return domainToUnicode(name);
}

/** A label in punycode must stand for something, and be the one way to write it. */
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
