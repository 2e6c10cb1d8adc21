import type { EngineHealth } from '../engine.ts';

export const dnsRecordTypes = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'SRV', 'TXT'] as const;

export type DnsRecordType = (typeof dnsRecordTypes)[number];

export interface DnsRecord {
  /** Fully qualified, lower case, no dot at the end: `www.example.test`, or the domain itself. */
  name: string;
  type: DnsRecordType;
  /** Seconds; records of one name and type share theirs. */
  ttl: number;
  /** As in a zone file: `10 mail.example.test.` (names absolute, with the dot), `"v=spf1 -all"`. */
  content: string;
}

export interface DnsZone {
  /** Lower case, punycode, no dot at the end. */
  domain: string;
  /** Host names without a dot at the end. The driver makes the zone's SOA and its own NS records from them. */
  nameservers: string[];
  /** Without SOA and the domain's own NS records; in no particular order. */
  records: DnsRecord[];
}

/** The port to an authoritative name server. Failures are `EngineError`s; every operation may be run again. */
export interface DnsDriver {
  /** Never throws. */
  check(): Promise<EngineHealth>;

  /** Makes the zone, or makes it what is given; a `refused` zone changes nothing. */
  putZone(zone: DnsZone): Promise<void>;

  /** Absent is fine. */
  removeZone(domain: string): Promise<void>;

  /** Undefined when there is no such zone. */
  readZone(domain: string): Promise<DnsZone | undefined>;
}
