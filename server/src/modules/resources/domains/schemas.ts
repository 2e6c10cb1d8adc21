import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../kernel/http/type.ts';

export const DOMAIN_STATUSES = ['pending', 'active', 'error'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];
export const DNS_STATUSES = ['pending', 'ok', 'error'] as const;
export type DnsStatus = (typeof DNS_STATUSES)[number];

export const Domain = Resource('Domain', {
  id: Id('Assigned by the service.'),
  domain: Type.String({ description: 'Lower case, punycode, no dot at the end.', examples: ['example.com'] }),
  status: OneOf(DOMAIN_STATUSES, {
    description:
      'A new domain is pending until its zone is there, and before that until its owner is proved, where that is asked for.',
  }),
  hosting_id: Nullable(Id('The VPS it leads to.')),
  nameservers: Type.Array(Type.String({ examples: ['ns1.hostler.example'] }), {
    description: 'To be entered at the registrar.',
  }),
  dns_status: OneOf(DNS_STATUSES, {
    description:
      'Whether our name servers answer for it: a change is on its way, they do and the zone is as it shall be, or not.',
  }),
  verification: Nullable(
    Type.Object(
      {
        name: Type.String({ examples: ['_hostler.example.com'] }),
        value: Type.String({ examples: ['hostler-verification=4fQxGTVHaYjmL6ZJ7Tn1B3uDkW9pRcSe'] }),
      },
      {
        description: 'A TXT record to set, where the domain is pending until that proves whose it is; otherwise null.',
      },
    ),
  ),
  mailboxes: Type.Integer({
    minimum: 0,
    description: 'Mailboxes on it; they go with it when it is removed.',
    examples: [3],
  }),
  created_at: DateTime('When it was added.'),
  updated_at: DateTime('When it last changed.'),
});
export type Domain = Static<typeof Domain>;

export const NewDomain = Type.Object({
  domain: Line({
    minLength: 1,
    maxLength: 254,
    description: 'The name, international or in punycode. It needs at least one label below a public suffix.',
    examples: ['example.com'],
  }),
  hosting_id: Type.Optional(
    Nullable(Id('A VPS of the account: its addresses become the A and AAAA records of the domain and its `www`.')),
  ),
});
export type NewDomain = Static<typeof NewDomain>;
