import { type DnsRecord, type DnsZone, dnsRecordTypes } from './driver.ts';

/** A zone in the format of the API: absolute names with the dot. Unused fields are omitted. */
export interface ApiZone {
  soa_edit_api: string;
  rrsets: ApiSet[];
}

/** All records of one name and type. */
export interface ApiSet {
  name: string;
  type: string;
  ttl: number;
  records: { content: string; disabled: boolean }[];
}

export type ApiChange = (ApiSet & { changetype: 'REPLACE' }) | { name: string; type: string; changetype: 'DELETE' };

const ownTtl = 3600;
/** Refresh, retry, expire and negative TTL. The last is short, so that new names become visible soon. */
const soaTimes = '10800 3600 604800 300';

/**
 * Returns the whole content of a zone. The serial starts at the current time, so that a recreated zone is newer than
 * the old one.
 */
export function toSets(zone: DnsZone, serial: number): ApiSet[] {
  const sets = new Map<string, ApiSet>();
  const add = ({ name, type, ttl, content }: Omit<DnsRecord, 'type'> & { type: string }) => {
    const set = sets.get(`${name} ${type}`) ?? { name: `${name}.`, type, ttl, records: [] };
    sets.set(`${name} ${type}`, set);
    set.records.push({ content, disabled: false });
  };
  add({ name: zone.domain, type: 'SOA', ttl: ownTtl, content: writeSoa(zone.nameservers, serial) });
  for (const host of zone.nameservers) add({ name: zone.domain, type: 'NS', ttl: ownTtl, content: `${host}.` });
  for (const record of zone.records) add(record);
  return [...sets.values()];
}

/**
 * Returns the changes from one state to the other. Deletions come first: a CNAME may replace other records, and the
 * reverse.
 */
export function listChanges(current: readonly ApiSet[], wanted: readonly ApiSet[]): ApiChange[] {
  const keyOf = ({ name, type }: ApiSet) => `${name} ${type}`;
  const before = new Map(current.map((set) => [keyOf(set), describeSet(set)]));
  const after = new Set(wanted.map(keyOf));
  return [
    ...current
      .filter((set) => !after.has(keyOf(set)))
      .map(({ name, type }) => ({ name, type, changetype: 'DELETE' as const })),
    ...wanted
      .filter((set) => before.get(keyOf(set)) !== describeSet(set))
      .map((set) => ({ ...set, changetype: 'REPLACE' as const })),
  ];
}

/** Returns a zone without SOA, without the NS records of the domain itself, and without unsupported types. */
export function fromSets(domain: string, sets: readonly ApiSet[]): DnsZone {
  const zone: DnsZone = { domain, nameservers: [], records: [] };
  for (const { name: absolute, type: typeName, ttl, records } of sets) {
    const name = absolute.replace(/\.$/, '');
    const contents = records.filter(({ disabled }) => !disabled).map(({ content }) => content);
    const type = dnsRecordTypes.find((known) => known === typeName);
    if (type === 'NS' && name === domain) zone.nameservers = contents.map((host) => host.replace(/\.$/, ''));
    else if (type) zone.records.push(...contents.map((content) => ({ name, type, ttl, content })));
  }
  return zone;
}

export function readSerial(sets: readonly ApiSet[]): number | undefined {
  const soa = sets.find(({ type }) => type === 'SOA')?.records[0]?.content;
  const serial = Number(soa?.split(' ')[2]);
  return Number.isInteger(serial) ? serial : undefined;
}

/** The contact address is the operator's: `hostmaster` of the domain of the first name server. */
function writeSoa([primary = '']: readonly string[], serial: number): string {
  const [, ...above] = primary.split('.');
  const home = above.length > 1 ? above.join('.') : primary;
  return `${primary}. hostmaster.${home}. ${serial} ${soaTimes}`;
}

function describeSet({ ttl, records }: ApiSet): string {
  const lines = records.map(({ content, disabled }) => `${disabled ? '#' : ''}${content}`);
  return `${ttl}\n${lines.sort().join('\n')}`;
}
