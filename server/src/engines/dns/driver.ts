import type { EngineHealth } from '../engine.ts';

export const dnsRecordTypes = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SRV', 'TXT'] as const;

export type DnsRecordType = (typeof dnsRecordTypes)[number];

export interface DnsRecord {
  /** Fully qualified, lower case, without a trailing dot: `www.example.test`, or the domain itself. */
  name: string;
  type: DnsRecordType;
  /** Seconds; records of one name and type share it. */
  ttl: number;
  /** As in a zone file: `10 mail.example.test.` (absolute names with the dot), `"v=spf1 -all"`. */
  content: string;
}

export interface DnsZone {
  /** Lower case, punycode, without a trailing dot. */
  domain: string;
  /** Host names without a trailing dot. The driver creates the SOA and the NS records of the zone from them. */
  nameservers: string[];
  /** Without the SOA and the NS records of the domain itself; unordered. */
  records: DnsRecord[];
}

/** The reverse name of an address. */
export interface DnsPointer {
  /** Zones that may contain it, the closest first, with the name of its record there. Zones may contain a slash (RFC 2317). */
  places: readonly { zone: string; name: string }[];
  ttl: number;
  /** Host name without a trailing dot; null removes the record. */
  target: string | null;
}

/** Interface to an authoritative name server. Failures are `EngineError`s; every operation may be repeated. */
export interface DnsDriver {
  /** Never throws. A result after this time is ignored. */
  check(patienceMs?: number): Promise<EngineHealth>;

  /**
   * Creates a zone, or replaces its content; a `refused` zone changes nothing. A zone of another owner, or a name below
   * one, is a `conflict`: customers must not reach zones of the operator.
   */
  putZone(zone: DnsZone): Promise<void>;

  /**
   * Writes a reverse name into the first of its zones that exists, if that one has another owner; everything else in the
   * zone stays. Returns false if none exists, or the first one is ours.
   */
  setPointer(pointer: DnsPointer): Promise<boolean>;

  /** Deletes a zone. A missing zone is fine, and a zone of another owner is kept. */
  removeZone(domain: string): Promise<void>;

  /** Returns undefined if there is no such zone, or it has another owner. */
  readZone(domain: string): Promise<DnsZone | undefined>;

  /** Queries the name server itself: returns whether it answers for this domain with authority. */
  isServed(domain: string): Promise<boolean>;
}
