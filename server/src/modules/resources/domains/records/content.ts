import { isIPv4, isIPv6 } from 'node:net';
import type { ErrorDetail } from '#kernel/errors.ts';
import { fieldErrors } from '../errors.ts';
import { parseTarget } from './name.ts';
import type { RecordType } from './schemas.ts';
import { parseText, quoteText } from './text-content.ts';

/** Returns the canonical form of the content, so that equal records compare as equal. */
type Read = (content: string, domain: string) => string | undefined;

interface ContentRule {
  /** Returns undefined if the content is invalid for this type. */
  readonly read: Read;
  /** Description of valid content for error messages. */
  readonly hint: (field: string) => ErrorDetail;
}

const CAA_TAGS = ['issue', 'issuewild', 'issuemail', 'issuevmc', 'iodef', 'contactemail', 'contactphone'];
const CAA_VALUE = /^[\x20\x21\x23-\x5b\x5d-\x7e]{0,255}$/;
/** Only the highest bit has a meaning: issuers that do not know the tag must not issue. */
const CAA_FLAGS = ['0', '128'];

export const CONTENT_RULES: Record<RecordType, ContentRule> = {
  A: { read: (content) => (isIPv4(content) ? content : undefined), hint: fieldErrors.record_a_malformed },
  AAAA: { read: formatIpv6, hint: fieldErrors.record_aaaa_malformed },
  CAA: { read: readCaa, hint: fieldErrors.record_caa_malformed },
  CNAME: {
    read: (content, domain) => parseTarget(content, domain, { underscores: true }),
    hint: fieldErrors.record_host_malformed,
  },
  MX: { read: readMx, hint: fieldErrors.record_mx_malformed },
  SRV: { read: readSrv, hint: fieldErrors.record_srv_malformed },
  TXT: {
    read: (content) => {
      const strings = parseText(content);
      return strings && quoteText(strings);
    },
    hint: fieldErrors.record_txt_malformed,
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
  const [, flags = '', word = '', rest = ''] = /^(\d+) +([A-Za-z0-9]+) +(?! )(.*)$/s.exec(content) ?? [];
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
