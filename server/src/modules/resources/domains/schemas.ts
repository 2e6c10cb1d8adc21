import { CreatedAt, Id, Line, Nullable, OneOf, OwnId, Resource, UpdatedAt } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const DOMAIN_STATUSES = ['pending', 'active', 'error'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** Fields to sort by, and their columns. */
export const DOMAIN_ORDERS = {
  created_at: 'id',
  domain: '{folded coalesce(claimed, domain)}',
  status: 'status',
} as const;
export const DNS_STATUSES = ['pending', 'ok', 'error'] as const;
export type DnsStatus = (typeof DNS_STATUSES)[number];

export const Domain = Resource('Domain', 'A domain and the state of its DNS zone.', {
  id: OwnId,
  domain: Type.String({
    description: 'Domain name in lower-case punycode, without a trailing dot.',
    examples: ['example.com'],
  }),
  status: OneOf(DOMAIN_STATUSES, {
    description:
      'Status of the domain. A new domain is `pending` until its ownership is verified, if required, and its DNS zone exists.',
  }),
  hosting_id: Nullable(Id('VPS that the domain points to; null if there is none.')),
  nameservers: Type.Array(Type.String({ examples: ['ns1.example.net'] }), {
    description: 'Name servers to set at the registrar.',
  }),
  dns_status: OneOf(DNS_STATUSES, {
    description:
      'State of the zone on the name servers of this service. `pending`: a change is in progress. `ok`: the zone is up to date. `error`: the last change failed.',
  }),
  verification: Nullable(
    Type.Object(
      {
        name: Type.String({ description: 'Name of the TXT record.', examples: ['_hostler.example.com'] }),
        value: Type.String({
          description: 'Value of the TXT record.',
          examples: ['hostler-verification=4fQxGTVHaYjmL6ZJ7Tn1B3uDkW9pRcSe'],
        }),
      },
      {
        description: 'TXT record that proves ownership of a pending domain; null if no proof is required.',
      },
    ),
  ),
  mailboxes: Type.Integer({
    minimum: 0,
    description: 'Number of mailboxes. They are deleted when the domain is removed.',
    examples: [3],
  }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Domain = Static<typeof Domain>;

export const NewDomain = Type.Object({
  domain: Line({
    minLength: 1,
    maxLength: 254,
    description: 'Domain name, in Unicode or punycode. It needs at least one label below a public suffix.',
    examples: ['example.com'],
  }),
  hosting_id: Type.Optional(
    Nullable(Id('VPS of the account. Its addresses become the A and AAAA records of the domain and of `www`.')),
  ),
});
export type NewDomain = Static<typeof NewDomain>;
