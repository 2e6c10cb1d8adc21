import { isIPv4, isIPv6 } from 'node:net';
import { EngineError } from '../engine.ts';
import { type DnsPointer, type DnsRecord, type DnsRecordType, type DnsZone, dnsRecordTypes } from './driver.ts';

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const namePattern = new RegExp(`^(?=.{1,253}$)(?:\\*\\.)?${label}(?:\\.${label})*$`);
const domainPattern = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})+$`);
/** `113.0.203.in-addr.arpa`, or `64/26.113.0.203.in-addr.arpa` for a part of a /24. */
const reversePattern =
  /^(?=.{1,253}$)(?:[0-9a-f]{1,3}\.)?(?:[0-9]{1,3}[/-][0-9]{1,3}\.)?(?:[0-9a-f]{1,3}\.){1,32}(?:in-addr|ip6)\.arpa$/;
/** As in a zone file: absolute, with the dot. The dot alone is the root, which means "none" for some types. */
const host = `(?:(?:${label}\\.)+|\\.)`;
const quoted = '"(?:[^"\\\\\\r\\n]|\\\\.)*"';

const contentRules: Record<DnsRecordType, (content: string) => boolean> = {
  A: isIPv4,
  AAAA: (content) => isIPv6(content) && !content.includes('%'),
  CAA: matches(`\\d{1,3} [a-zA-Z0-9]+ ${quoted}`),
  CNAME: matches(`(?:${label}\\.)+`),
  MX: matches(`\\d{1,5} ${host}`),
  NS: matches(`(?:${label}\\.)+`),
  PTR: matches(`(?:${label}\\.)+`),
  SRV: matches(`\\d{1,5} \\d{1,5} \\d{1,5} ${host}`),
  TXT: matches(`${quoted}(?: ${quoted})*`),
};

function matches(pattern: string): (content: string) => boolean {
  const whole = new RegExp(`^${pattern}$`);
  return (content) => whole.test(content);
}

export function checkDomain(domain: string): void {
  if (!domainPattern.test(domain)) refuse(`"${domain}" is not a domain name.`);
}

/** Checks rules of every server before a driver is called, so that all drivers accept the same zones. */
export function checkZone({ domain, nameservers, records }: DnsZone): void {
  checkDomain(domain);
  if (nameservers.length === 0) refuse('A zone needs a name server.');
  nameservers.forEach(checkDomain);
  const seen = new Set<string>();
  const ttls = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const record of records) {
    checkRecord(record, domain);
    const set = `${record.name} ${record.type}`;
    const whole = `${set} ${record.content}`;
    if (seen.has(whole)) refuse(`The record ${whole} is there twice.`);
    seen.add(whole);
    if ((ttls.get(set) ?? record.ttl) !== record.ttl) refuse(`The ${set} records must have the same TTL.`);
    ttls.set(set, record.ttl);
    counts.set(record.name, (counts.get(record.name) ?? 0) + 1);
  }
  for (const { name } of records.filter(({ type }) => type === 'CNAME')) {
    if (name === domain || counts.get(name) !== 1) refuse(`The CNAME ${name} must be alone at its name.`);
  }
}

/** Reverse names are the only ones that are written into zones of the operator. */
export function checkPointer({ places, target, ttl }: DnsPointer): void {
  for (const { zone, name } of places) {
    if (!reversePattern.test(zone) || !name.endsWith(`.${zone}`)) refuse(`"${name}" is not a reverse name.`);
    if (!reversePattern.test(name)) refuse(`"${name}" is not a reverse name.`);
  }
  if (target !== null) checkDomain(target);
  if (!Number.isInteger(ttl) || ttl < 0 || ttl > 2 ** 31 - 1) refuse('The TTL is not valid.');
}

function checkRecord(record: DnsRecord, domain: string): void {
  const { name, type, ttl, content } = record;
  if (!namePattern.test(name)) refuse(`"${name}" is not a name.`);
  if (name !== domain && !name.endsWith(`.${domain}`)) refuse(`The name ${name} is outside the domain ${domain}.`);
  if (!dnsRecordTypes.includes(type)) refuse(`There are no ${type} records.`);
  if (type === 'NS' && name === domain) refuse('The name servers of the domain itself are not records.');
  if (!Number.isInteger(ttl) || ttl < 0 || ttl > 2 ** 31 - 1) refuse(`The TTL of ${name} is not valid.`);
  if (!contentRules[type](content)) refuse(`The content of the ${type} record ${name} is not valid.`);
}

function refuse(message: string): never {
  throw new EngineError('refused', message);
}
