import { ActionId, Id, Line, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';
import { DNS_STATUSES } from '../schemas.ts';

/** Types that customers may use. NS and SOA of the domain come from the settings of the installation. */
export const RECORD_TYPES = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'SRV', 'TXT'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];
/** Records per request. The account has a limit per domain. */
const MAX_RECORDS = 2_000;
export const TTL = { min: 60, max: 604_800, default: 3600 };

const recordFields = {
  ttl: Type.Integer({ description: 'Time to live in seconds.', examples: [3600] }),
  content: Type.String({
    description: 'Content in zone file format: hostnames with a trailing dot, text in quotes.',
    examples: ['10 mail.example.com.'],
  }),
};

const DomainRecord = Resource('DomainRecord', 'A DNS record of the domain.', {
  name: Type.String({ description: 'Name relative to the domain. `@` is the domain itself.', examples: ['@'] }),
  type: Type.Unsafe<RecordType>({
    type: 'string',
    enum: [...RECORD_TYPES],
    description: 'Type of the record.',
    examples: ['MX'],
  }),
  ...recordFields,
  managed: Type.Boolean({
    description: 'True if the service maintains the record for the VPS or for mail.',
    examples: [false],
  }),
  hosting_id: Nullable(
    Id('VPS that has this address; null if there is none. The record is removed when the VPS releases the address.'),
  ),
});

const recordsFields = {
  id: Id('Identifier of the domain.'),
  domain: Type.String({
    description: 'Domain name in lower-case punycode, without a trailing dot.',
    examples: ['example.com'],
  }),
  dns_status: OneOf(DNS_STATUSES, {
    description:
      'State of the zone on the name servers of this service. `pending`: a change is in progress. `ok`: the zone is up to date. `error`: the last change failed.',
  }),
  records: Type.Array(DomainRecord, {
    description: 'Managed records first, then your own records in the order of the last replacement.',
  }),
};

export const DomainRecords = Resource('DomainRecords', 'The DNS records of a domain.', recordsFields);
export type DomainRecords = Static<typeof DomainRecords>;

export const DomainRecordsWithAction = Resource(
  'DomainRecordsWithAction',
  'The DNS records of a domain with the queued action.',
  {
    ...recordsFields,
    action_id: ActionId,
  },
);

/** `records.ts` checks types, ranges and contents instead of this schema, so that one response lists all errors. */
const NewRecord = Type.Object({
  name: Line({
    minLength: 1,
    maxLength: 255,
    description:
      'Relative name (`www`) or full name (`www.example.com`). `@` is the domain itself; `*` matches all names without records.',
    examples: ['www'],
  }),
  type: Type.String({
    maxLength: 64,
    description: `Type of the record: ${RECORD_TYPES.join(', ')}.`,
    examples: ['CNAME'],
  }),
  ttl: Type.Optional(
    Type.Integer({
      default: TTL.default,
      description: `Time to live in seconds, from ${TTL.min} to ${TTL.max}. All records of one name and type need the same value.`,
      examples: [3600],
    }),
  ),
  content: Line({
    minLength: 1,
    maxLength: 8192,
    description:
      'Content by type. A and AAAA: an address. MX: `10 mail.example.com.`. SRV: `10 60 5060 sip.example.com.`. CAA: `0 issue "ca.example.net"`. CNAME: a hostname. TXT: text, with or without quotes.',
    examples: ['shops.example.net.'],
  }),
  managed: Type.Optional(
    Type.Boolean({
      description: 'Managed records from `GET` can be sent back. Records with `managed: true` are ignored.',
    }),
  ),
});
export type NewRecord = Static<typeof NewRecord>;

export const NewRecords = Type.Object({
  records: Type.Array(NewRecord, {
    maxItems: MAX_RECORDS,
    description: 'All your own records of the domain. They replace the previous ones.',
    examples: [
      [
        { name: '@', type: 'MX', ttl: 3600, content: '10 mail.example.com.' },
        { name: '@', type: 'TXT', content: '"v=spf1 mx -all"' },
        { name: 'shop', type: 'CNAME', content: 'shops.example.net.' },
      ],
    ],
  }),
});
