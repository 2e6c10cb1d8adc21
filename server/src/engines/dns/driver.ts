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
  /** Never throws. What is not known after this time nobody hears any more. */
  check(patienceMs?: number): Promise<EngineHealth>;

  /**
   * Makes the zone, or makes it what is given; a `refused` zone changes nothing. A zone that is not ours, or a name below
   * one, is a `conflict`: what the operator has there stays out of customers' reach.
   */
  putZone(zone: DnsZone): Promise<void>;

  /** Absent is fine; so is a zone that is not ours, which stays. */
  removeZone(domain: string): Promise<void>;

  /** Undefined when there is no such zone, or it is not ours. */
  readZone(domain: string): Promise<DnsZone | undefined>;

  /** Asks the name server itself, as the world does: whether it answers for this domain with authority. */
  isServed(domain: string): Promise<boolean>;
}
