import { Id, Line, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';
import { DNS_STATUSES } from '../schemas.ts';

/** What customers may have; the domain's own NS and SOA are made from the settings of the installation. */
export const RECORD_TYPES = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'SRV', 'TXT'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];
/** In one request; how many a domain may have is a limit of the account. */
const MAX_RECORDS = 2_000;
export const TTL = { min: 60, max: 604_800, default: 3600 };

const recordFields = {
  ttl: Type.Integer({ description: 'Seconds.', examples: [3600] }),
  content: Type.String({
    description: 'As in a zone file: host names with the dot at the end, text in quotes.',
    examples: ['10 mail.example.com.'],
  }),
};

const DomainRecord = Resource('DomainRecord', {
  name: Type.String({ description: 'Relative to the domain; `@` is the domain itself.', examples: ['@'] }),
  type: Type.Unsafe<RecordType>({ type: 'string', enum: [...RECORD_TYPES], examples: ['MX'] }),
  ...recordFields,
  managed: Type.Boolean({
    description: 'It follows the VPS that the domain leads to, or its mail, and is not one of the own records.',
    examples: [false],
  }),
  hosting_id: Nullable(Id('The VPS whose address it is: the record goes when the VPS gives the address up.')),
});

const recordsFields = {
  id: Id('The domain.'),
  domain: Type.String({ description: 'Lower case, punycode, no dot at the end.', examples: ['example.com'] }),
  dns_status: OneOf(DNS_STATUSES, { description: 'Whether our name servers have these records.' }),
  records: Type.Array(DomainRecord, {
    description: 'Those that follow the VPS and the mail first, then the own ones as they were given.',
  }),
};

export const DomainRecords = Resource('DomainRecords', recordsFields);
export type DomainRecords = Static<typeof DomainRecords>;

export const DomainRecordsWithAction = Resource('DomainRecordsWithAction', {
  ...recordsFields,
  action_id: Id('The queued work; follow it at /actions/show.'),
});

/**
 * Types, ranges and contents are checked by `records.ts` and not by this schema, so that what is wrong with any record
 * is said of all of them in one answer.
 */
const NewRecord = Type.Object({
  name: Line({
    minLength: 1,
    maxLength: 255,
    description:
      'Relative (`www`, `@` for the domain itself, `*` for all names that have no records) or whole (`www.example.com`).',
    examples: ['www'],
  }),
  type: Type.String({ maxLength: 64, description: `One of ${RECORD_TYPES.join(', ')}.`, examples: ['CNAME'] }),
  ttl: Type.Optional(
    Type.Integer({
      default: TTL.default,
      description: `Seconds, from ${TTL.min} to ${TTL.max}; the same for all records of one name and type.`,
      examples: [3600],
    }),
  ),
  content: Line({
    minLength: 1,
    maxLength: 8192,
    description:
      'An address; `10 mail.example.com.` (MX); `10 60 5060 sip.example.com.` (SRV); `0 issue "ca.example.net"` (CAA); a host name (CNAME); text, with or without quotes (TXT).',
    examples: ['shops.example.net.'],
  }),
  managed: Type.Optional(
    Type.Boolean({ description: 'Records that `GET` answers with true may be sent back; they are passed over.' }),
  ),
});
export type NewRecord = Static<typeof NewRecord>;

export const NewRecords = Type.Object({
  records: Type.Array(NewRecord, {
    maxItems: MAX_RECORDS,
    description: 'All own records of the domain, in place of those before.',
    examples: [
      [
        { name: '@', type: 'MX', ttl: 3600, content: '10 mail.example.com.' },
        { name: '@', type: 'TXT', content: '"v=spf1 mx -all"' },
        { name: 'shop', type: 'CNAME', content: 'shops.example.net.' },
      ],
    ],
  }),
});
