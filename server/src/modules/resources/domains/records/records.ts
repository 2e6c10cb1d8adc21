import { type ErrorDetail, fieldErrors as general } from '#kernel/errors.ts';
import { fieldErrors } from '../errors.ts';
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
  const report = (index: number, detail: ErrorDetail) => {
    const { field } = detail;
    details.push({ ...detail, field: `records[${index}]${field ? `.${field}` : ''}` });
  };
  const placed: Placed[] = [];
  for (const [index, record] of sent.entries()) {
    const read = readRecord(record, surroundings.domain, (detail) => report(index, detail));
    if (!read) continue;
    if (!record.managed) placed.push({ ...read, index });
    else if (surroundings.domain !== undefined && !surroundings.managed.some((known) => isSame(known, read))) {
      report(index, fieldErrors.record_still_managed('managed'));
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
  return [fieldErrors.records_too_long('records', { max: MAX_CHARACTERS })];
}

function readRecord(
  { name: nameText, type: typeText, ttl = TTL.default, content: contentText }: NewRecord,
  domain: string | undefined,
  report: (detail: ErrorDetail) => void,
): ZoneRecord | undefined {
  const type = RECORD_TYPES.find((known) => known === typeText);
  const name = parseRecordName(nameText, domain);
  // Completes names only for the check; a domain that does not exist gets no records.
  const content = type && CONTENT_RULES[type].read(contentText, domain ?? 'example.invalid');
  const isService = /^_[^.]+\._[^.]+(\.|$)/.test(nameText);
  if (!type) report(general.not_one_of('type', { values: RECORD_TYPES.join(', ') }));
  else if (content === undefined) report(CONTENT_RULES[type].hint('content'));
  if (name === undefined) report(fieldErrors.record_name_malformed('name'));
  else if (type === 'SRV' && !isService) report(fieldErrors.record_srv_name('name'));
  else if (type === 'CNAME' && name === (domain ?? '@')) report(fieldErrors.record_cname_of_domain('name'));
  else if (type === 'CNAME' && content === `${name}.`) report(fieldErrors.record_points_to_itself('content'));
  if (ttl < TTL.min || ttl > TTL.max) report(fieldErrors.ttl_out_of_range('ttl', { min: TTL.min, max: TTL.max }));
  return type && name !== undefined && content !== undefined
    ? { name, type, ttl, content, hosting_id: null }
    : undefined;
}

/** Checks rules between several records. */
function checkTogether(
  records: readonly Placed[],
  domain: string | undefined,
  report: (index: number, detail: ErrorDetail) => void,
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
    if (first) report(index, fieldErrors.record_repeated('', { other: `records[${first.index}]` }));
    else if (alias && alias !== record && name !== domain) {
      report(index, fieldErrors.record_beside_cname('name'));
    } else if ((ttls.get(set) ?? ttl) !== ttl) {
      report(index, fieldErrors.record_ttl_differs('ttl', { ttl: ttls.get(set) ?? ttl, type }));
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
