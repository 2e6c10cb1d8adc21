import { formatText, type ZoneRecord } from '../../domains/index.ts';
import type { MailSettings } from '../settings.ts';
import { DKIM_SELECTOR } from './dkim.ts';
import type { RecordPurpose } from './schemas.ts';
import type { MailDomainRow } from './store.ts';

/** A record that the mail of a domain needs. */
export interface WantedRecord {
  readonly purpose: RecordPurpose;
  readonly type: 'MX' | 'TXT' | 'CNAME' | 'SRV';
  /** Fully qualified, without a trailing dot. */
  readonly name: string;
  /** Presentation format. Text is not quoted. */
  readonly value: string;
}

const TTL_SECONDS = 3600;
const MAX_NAME_LENGTH = 253;
/** Prefixes of TXT records that must be unique for their name. */
export const TEXT_KINDS: Partial<Record<RecordPurpose, RegExp>> = { spf: /^v=spf1( |$)/i, dmarc: /^v=DMARC1\b/i };

export function listWanted(
  { domain, dkim_public }: Pick<MailDomainRow, 'domain' | 'dkim_public'>,
  { host, imap, smtp, webHost }: MailSettings,
): WantedRecord[] {
  const service = (name: string, port: number, target = host): WantedRecord => {
    return { purpose: 'srv', type: 'SRV', name: `${name}._tcp.${domain}`, value: `0 1 ${port} ${target}.` };
  };
  const submission = smtp.security === 'tls' ? '_submissions' : '_submission';
  const wanted: WantedRecord[] = [
    { purpose: 'mx', type: 'MX', name: domain, value: `10 ${host}.` },
    { purpose: 'spf', type: 'TXT', name: domain, value: `v=spf1 a:${host} ~all` },
    ...(dkim_public === null ? [] : [describeKey(domain, dkim_public)]),
    { purpose: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
    service(imap.security === 'tls' ? '_imaps' : '_imap', imap.port),
    service(submission, smtp.port),
  ];
  if (webHost !== undefined) {
    wanted.push(
      { purpose: 'autoconfig', type: 'CNAME', name: `autoconfig.${domain}`, value: `${webHost}.` },
      { purpose: 'autodiscover', type: 'CNAME', name: `autodiscover.${domain}`, value: `${webHost}.` },
      service('_autodiscover', 443, webHost),
    );
  }
  return wanted.filter(({ name }) => name.length <= MAX_NAME_LENGTH);
}

function describeKey(domain: string, key: string): WantedRecord {
  const name = `${DKIM_SELECTOR}._domainkey.${domain}`;
  return { purpose: 'dkim', type: 'TXT', name, value: `v=DKIM1; k=rsa; p=${key}` };
}

/**
 * Returns the records to add to a zone. Records of the customer stay, and records that conflict with them are left out.
 */
export function fitIntoZone(wanted: readonly WantedRecord[], own: readonly ZoneRecord[]): ZoneRecord[] {
  return wanted
    .filter((record) => !own.some((other) => excludes(other, record)))
    .map(({ type, name, value }) => {
      const content = type === 'TXT' ? formatText(value) : value;
      // Records of the same name and type share one TTL.
      const beside = own.find((other) => other.name === name && other.type === type);
      return { name, type, ttl: beside?.ttl ?? TTL_SECONDS, content, hosting_id: null };
    });
}

/**
 * Adds our server to an SPF record and keeps the rest. Two SPF records invalidate each other. Accepts text with or
 * without quotes.
 */
export function mergeSpf(spf: string, { host }: MailSettings): string {
  return allows(spf, host) ? spf : spf.replace(/^("?v=spf1)/i, (begin) => `${begin} a:${host}`);
}

/** Returns true if the SPF record names our server. */
export function allows(spf: string, host: string): boolean {
  const words = spf.toLowerCase().replaceAll('"', '').split(/\s+/);
  return words.includes(`a:${host}`) || words.includes(`+a:${host}`);
}

export function isSpf({ type, name, content }: ZoneRecord, domain: string): boolean {
  return type === 'TXT' && name === domain && /^"v=spf1( |"|$)/i.test(content);
}

/** Returns a key that identifies a record independently of its value. */
export function nameRecord({ purpose, name }: WantedRecord): string {
  return `${purpose} ${name}`;
}

export function excludes(own: ZoneRecord, wanted: WantedRecord): boolean {
  if (own.name !== wanted.name) return false;
  if (own.type === 'CNAME' || wanted.type === 'CNAME') return true;
  if (own.type !== wanted.type) return false;
  const kind = TEXT_KINDS[wanted.purpose];
  return kind === undefined || kind.test(own.content.replace(/^"/, ''));
}
