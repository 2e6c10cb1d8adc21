import { type DnsRecord, type DnsZone, dnsRecordTypes } from './driver.ts';

/** A zone as the API writes it: names absolute, with the dot. Fields that nobody here needs are left out. */
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
/** Refresh, retry, expire; the last is how long "there is no such name" is believed: short, for names added later. */
const soaTimes = '10800 3600 604800 300';

/** Everything the zone shall hold. The serial counts on from the time: a zone made anew is newer than the old one. */
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

/** What makes the one out of the other. Deletions come first: an alias may take the place of what goes, and back. */
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

/** Without SOA and the domain's own name servers, and without what the port has no word for. */
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

/** Mail about the zone goes to the operator: `hostmaster` of the domain that the first name server is in. */
function writeSoa([primary = '']: readonly string[], serial: number): string {
  const [, ...above] = primary.split('.');
  const home = above.length > 1 ? above.join('.') : primary;
  return `${primary}. hostmaster.${home}. ${serial} ${soaTimes}`;
}

function describeSet({ ttl, records }: ApiSet): string {
  const lines = records.map(({ content, disabled }) => `${disabled ? '#' : ''}${content}`);
  return `${ttl}\n${lines.sort().join('\n')}`;
}
