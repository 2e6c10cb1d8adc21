import { isIPv4, isIPv6 } from 'node:net';
import { parseTarget } from './name.ts';
import type { RecordType } from './schemas.ts';
import { parseText, quoteText } from './text-content.ts';

/** Returns the canonical form of the content, so that equal records compare as equal. */
type Read = (content: string, domain: string) => string | undefined;

interface ContentRule {
  /** Returns undefined if the content is invalid for this type. */
  readonly read: Read;
  /** Description of valid content for error messages. */
  readonly hint: string;
}

const CAA_TAGS = ['issue', 'issuewild', 'issuemail', 'issuevmc', 'iodef', 'contactemail', 'contactphone'];
const CAA_VALUE = /^[\x20\x21\x23-\x5b\x5d-\x7e]{0,255}$/;
/** Only the highest bit has a meaning: issuers that do not know the tag must not issue. */
const CAA_FLAGS = ['0', '128'];

export const CONTENT_RULES: Record<RecordType, ContentRule> = {
  A: { read: (content) => (isIPv4(content) ? content : undefined), hint: 'must be an IPv4 address, like 192.0.2.10.' },
  AAAA: { read: formatIpv6, hint: 'must be an IPv6 address, like 2001:db8::10.' },
  CAA: { read: readCaa, hint: 'must be flags (0 or 128), a known tag and a value, like 0 issue "ca.example.net".' },
  CNAME: {
    read: (content, domain) => parseTarget(content, domain, { underscores: true }),
    hint: 'must be a host name, like shops.example.net.',
  },
  MX: { read: readMx, hint: 'must be a preference and a host name, like 10 mail.example.com.' },
  SRV: { read: readSrv, hint: 'must be priority, weight, port and a host name, like 10 60 5060 sip.example.com.' },
  TXT: {
    read: (content) => {
      const strings = parseText(content);
      return strings && quoteText(strings);
    },
    hint: 'must be up to 2048 printable ASCII characters; with quotes, each quote and backslash inside needs a backslash.',
  },
};

/** RFC 5952. Refuses zone ids and IPv4-mapped addresses, which lead nowhere. */
export function formatIpv6(content: string): string | undefined {
  if (!isIPv6(content) || content.includes('%')) return undefined;
  const address = new URL(`http://[${content}]`).hostname.slice(1, -1);
  return /^::(?:ffff:)?[0-9a-f]+:[0-9a-f]+$/.test(address) ? undefined : address;
}

function readMx(content: string, domain: string): string | undefined {
  const [preference, host, ...rest] = splitWords(content);
  if (rest.length > 0 || !isNumber(preference)) return undefined;
  // "0 ." means that the domain accepts no mail (RFC 7505).
  const target = host === '.' && Number(preference) === 0 ? host : parseTarget(host ?? '', domain);
  return target && `${Number(preference)} ${target}`;
}

function readSrv(content: string, domain: string): string | undefined {
  const [priority, weight, port, host, ...rest] = splitWords(content);
  if (rest.length > 0 || !isNumber(priority) || !isNumber(weight) || !isNumber(port)) return undefined;
  // A single dot means that the service does not exist (RFC 2782).
  const target = host === '.' ? host : parseTarget(host ?? '', domain);
  return target && `${Number(priority)} ${Number(weight)} ${Number(port)} ${target}`;
}

function readCaa(content: string): string | undefined {
  const [, flags = '', word = '', rest = ''] = /^(\d+) +([A-Za-z0-9]+) +(.+)$/.exec(content) ?? [];
  const tag = word.toLowerCase();
  const value = /^"(.*)"$/.exec(rest)?.[1] ?? (rest.includes(' ') ? undefined : rest);
  if (!CAA_FLAGS.includes(flags) || !CAA_TAGS.includes(tag)) return undefined;
  if (value === undefined || !CAA_VALUE.test(value)) return undefined;
  if (tag === 'iodef' && !/^(mailto|https?):./.test(value)) return undefined;
  return `${flags} ${tag} "${value}"`;
}

function splitWords(content: string): string[] {
  return content.split(/ +/);
}

function isNumber(word: string | undefined): word is string {
  return word !== undefined && /^\d{1,5}$/.test(word) && Number(word) <= 65_535;
}
