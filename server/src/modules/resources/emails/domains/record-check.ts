import type { LookUp } from '#kernel/net/dns-records.ts';
import type { MailSettings } from '../settings.ts';
import { describeMailProof } from './proof.ts';
import { allows, listWanted, nameRecord, TEXT_KINDS, type WantedRecord } from './records.ts';
import type { RecordStatus } from './schemas.ts';
import type { MailDomainRow } from './store.ts';

/** Result of a DNS query for one record. */
export interface SeenRecord {
  readonly status: RecordStatus;
  /** Values found instead, if they differ. */
  readonly found: readonly string[];
}

/** Result of the DNS queries for a domain. Undefined means that the queries gave no answer. */
export interface Sighting {
  readonly proved: boolean | undefined;
  readonly delegated: boolean | undefined;
  /** By the key of `nameRecord`. */
  readonly seen: Readonly<Record<string, SeenRecord>>;
}

const MOST_FOUND = 5;
const LONGEST_FOUND = 500;

interface Surroundings {
  lookUp: LookUp;
  settings: MailSettings;
  nameservers: readonly string[];
}

/** Queries the DNS for the proof, the delegation and the records of a domain. */
export async function checkRecords(row: MailDomainRow, around: Surroundings): Promise<Sighting> {
  const { lookUp, settings, nameservers } = around;
  const proof = describeMailProof(row.domain, row.proof_token);
  const [texts, servers, ...records] = await Promise.all([
    lookUp(proof.type, proof.name),
    lookUp('NS', row.domain),
    ...listWanted(row, settings).map(async (wanted) => {
      const values = await lookUp(wanted.type, wanted.name);
      return [nameRecord(wanted), compare(wanted, values, settings)] as const;
    }),
  ]);
  const ours = new Set(nameservers.map((name) => `${name.toLowerCase()}.`));
  const delegated = servers && servers.length > 0 && servers.every((name) => ours.has(name));
  const shown = texts?.includes(proof.value);
  const seen: Record<string, SeenRecord> = Object.fromEntries(records);
  if (shown || delegated) return { proved: true, delegated, seen };
  return { proved: shown === false && delegated === false ? false : undefined, delegated, seen };
}

function compare(wanted: WantedRecord, values: string[] | undefined, { host }: MailSettings): SeenRecord {
  if (values === undefined) return { status: 'unknown', found: [] };
  const kind = TEXT_KINDS[wanted.purpose];
  const found = kind ? values.filter((value) => kind.test(value)) : values;
  if (found.length === 0) return { status: 'missing', found: [] };
  if (found.some((value) => isFine(wanted, value, host))) return { status: 'present', found: [] };
  return { status: 'differs', found: found.slice(0, MOST_FOUND).map((value) => value.slice(0, LONGEST_FOUND)) };
}

function isFine({ purpose, value: ours }: WantedRecord, value: string, host: string): boolean {
  // Any DMARC policy is accepted: customers choose their own.
  if (purpose === 'dmarc') return true;
  if (purpose === 'spf') return allows(value, host);
  // Any MX preference is accepted.
  if (purpose === 'mx') return value.split(' ')[1] === ours.split(' ')[1];
  return value.replace(/\s/g, '') === ours.replace(/\s/g, '');
}
