import type { ErrorDetail } from '#kernel/errors.ts';
import { CONTENT_RULES } from './content.ts';
import { parseRecordName } from './name.ts';
import { type NewRecord, RECORD_TYPES, type RecordType, TTL } from './schemas.ts';

/** A record as it is stored and written to the zone: full name, canonical content. */
export interface ZoneRecord {
  name: string;
  type: RecordType;
  ttl: number;
  content: string;
  /** The VPS that has the address. The record is part of the zone only while it does. */
  hosting_id: number | null;
}

interface Surroundings {
  /** Undefined if the domain does not exist. Checks that depend on it are skipped then. */
  domain: string | undefined;
  /** The current records that follow the VPS. */
  managed: readonly ZoneRecord[];
}

interface Placed extends ZoneRecord {
  index: number;
}

/** Returns the valid records of a request, or all errors. */
export function readRecords(sent: readonly NewRecord[], surroundings: Surroundings) {
  const details: ErrorDetail[] = [];
  const report = (index: number, field: string | undefined, message: string) =>
    void details.push({ field: `records[${index}]${field ? `.${field}` : ''}`, message });
  const placed: Placed[] = [];
  for (const [index, record] of sent.entries()) {
    const read = readRecord(record, surroundings.domain, (field, message) => report(index, field, message));
    if (!read) continue;
    if (!record.managed) placed.push({ ...read, index });
    else if (surroundings.domain !== undefined && !surroundings.managed.some((known) => isSame(known, read))) {
      report(index, 'managed', 'must be omitted to turn a managed record into your own.');
    }
  }
  checkTogether(placed, surroundings.domain, report);
  const records: ZoneRecord[] = placed.map(({ index: _, ...record }) => record);
  return { records, details: [...checkSize(records), ...sortDetails(details)] };
}

/** Total size of a zone's names and contents, so that one response can hold them all. */
const MAX_CHARACTERS = 256 * 1024;

function checkSize(records: readonly ZoneRecord[]): ErrorDetail[] {
  const size = records.reduce((sum, { name, content }) => sum + name.length + content.length, 0);
  if (size <= MAX_CHARACTERS) return [];
  return [
    { field: 'records', message: `must have at most ${MAX_CHARACTERS} characters of names and contents in total.` },
  ];
}

function readRecord(
  { name: nameText, type: typeText, ttl = TTL.default, content: contentText }: NewRecord,
  domain: string | undefined,
  report: (field: string, message: string) => void,
): ZoneRecord | undefined {
  const type = RECORD_TYPES.find((known) => known === typeText);
  const name = parseRecordName(nameText, domain);
  // Completes names only for the check; a domain that does not exist gets no records.
  const content = type && CONTENT_RULES[type].read(contentText, domain ?? 'example.invalid');
  const isService = /^_[^.]+\._[^.]+(\.|$)/.test(nameText);
  if (!type) report('type', `must be one of: ${RECORD_TYPES.join(', ')}.`);
  else if (content === undefined) report('content', CONTENT_RULES[type].hint);
  if (name === undefined) report('name', 'must be a name inside the domain, like www, @ or *.');
  else if (type === 'SRV' && !isService) report('name', 'must begin with service and protocol, like _sip._tcp.');
  else if (type === 'CNAME' && name === (domain ?? '@')) report('name', 'must not be the domain itself for a CNAME.');
  else if (type === 'CNAME' && content === `${name}.`) report('content', 'must not point to its own name.');
  if (ttl < TTL.min || ttl > TTL.max) report('ttl', `must be from ${TTL.min} to ${TTL.max}.`);
  return type && name !== undefined && content !== undefined
    ? { name, type, ttl, content, hosting_id: null }
    : undefined;
}

/** Checks rules between several records. */
function checkTogether(
  records: readonly Placed[],
  domain: string | undefined,
  report: (index: number, field: string | undefined, message: string) => void,
): void {
  const firsts = new Map<string, Placed>();
  const ttls = new Map<string, number>();
  const aliases = new Map<string, Placed>();
  for (const record of records) {
    if (record.type === 'CNAME' && !aliases.has(record.name)) aliases.set(record.name, record);
  }
  for (const record of records) {
    const { index, name, type, ttl, content } = record;
    const set = `${name} ${type}`;
    const first = firsts.get(`${set} ${content}`);
    firsts.set(`${set} ${content}`, first ?? record);
    const alias = aliases.get(name);
    if (first) report(index, undefined, `is the same as records[${first.index}].`);
    else if (alias && alias !== record && name !== domain) {
      report(index, 'name', 'has a CNAME record. A CNAME must be the only record of its name.');
    } else if ((ttls.get(set) ?? ttl) !== ttl) {
      report(index, 'ttl', `must be ${ttls.get(set)}, as for the other ${type} records of this name.`);
    }
    if (!ttls.has(set)) ttls.set(set, ttl);
  }
}

function isSame(one: ZoneRecord, other: ZoneRecord): boolean {
  return one.name === other.name && one.type === other.type && one.ttl === other.ttl && one.content === other.content;
}

/** Sorts errors in the order of the records in the request. */
function sortDetails(details: ErrorDetail[]): ErrorDetail[] {
  const indexOf = ({ field }: ErrorDetail) => Number(/\d+/.exec(field)?.[0]);
  return details.sort((one, other) => indexOf(one) - indexOf(other));
}
