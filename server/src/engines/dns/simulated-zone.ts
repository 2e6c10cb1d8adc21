import { isIPv4, isIPv6 } from 'node:net';
import { EngineError } from '../engine.ts';
import { type DnsRecord, type DnsZone, dnsRecordTypes } from './driver.ts';

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const namePattern = new RegExp(`^(?:\\*\\.)?${label}(?:\\.${label})*$`);
const domainPattern = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})+$`);

export function checkDomain(domain: string): void {
  if (!domainPattern.test(domain)) refuse(`"${domain}" is not a domain name.`);
}

/** What PowerDNS checks too: a demo must not accept a zone that production would refuse. */
export function checkZone({ domain, nameservers, records }: DnsZone): void {
  checkDomain(domain);
  if (nameservers.length === 0) refuse('A zone needs a name server.');
  nameservers.forEach(checkDomain);
  const seen = new Set<string>();
  const ttls = new Map<string, number>();
  for (const record of records) {
    checkRecord(record, domain);
    const set = `${record.name} ${record.type}`;
    const whole = `${set} ${record.content}`;
    if (seen.has(whole)) refuse(`The record ${whole} is there twice.`);
    seen.add(whole);
    if ((ttls.get(set) ?? record.ttl) !== record.ttl) refuse(`The ${set} records must have the same TTL.`);
    ttls.set(set, record.ttl);
  }
  for (const alias of records.filter((record) => record.type === 'CNAME')) {
    const companions = records.filter((record) => record.name === alias.name);
    if (companions.length > 1 || alias.name === domain) refuse(`The CNAME ${alias.name} must be alone at its name.`);
  }
}

function checkRecord(record: DnsRecord, domain: string): void {
  const { name, type, ttl, content } = record;
  if (!namePattern.test(name)) refuse(`"${name}" is not a name.`);
  if (name !== domain && !name.endsWith(`.${domain}`)) refuse(`The name ${name} is outside the domain ${domain}.`);
  if (!dnsRecordTypes.includes(type)) refuse(`There are no ${type} records.`);
  if (type === 'NS' && name === domain) refuse('The name servers of the domain itself are not records.');
  if (!Number.isInteger(ttl) || ttl < 0 || ttl > 2 ** 31 - 1) refuse(`The TTL of ${name} is not valid.`);
  const isSound =
    type === 'A' ? isIPv4(content) : type === 'AAAA' ? isIPv6(content) : content !== '' && !/[\r\n]/.test(content);
  if (!isSound) refuse(`The content of the ${type} record ${name} is not valid.`);
}

function refuse(message: string): never {
  throw new EngineError('refused', message);
}
