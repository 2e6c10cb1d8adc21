import { DateTime, Id, Line, Nullable, OneOf, Resource } from '../../kernel/http/schema.ts';
import { type Static, Type } from '../../kernel/http/type.ts';

export const DOMAIN_STATUSES = ['pending', 'active', 'error'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];
const DNS_STATUSES = ['pending', 'ok', 'error'] as const;
export type DnsStatus = (typeof DNS_STATUSES)[number];

export const Domain = Resource('Domain', {
  id: Id('Assigned by the service.'),
  domain: Type.String({ description: 'Lower case, punycode, no dot at the end.', examples: ['example.com'] }),
  status: OneOf(DOMAIN_STATUSES, { description: 'A new domain is pending until its zone is there.' }),
  hosting_id: Nullable(Id('The VPS it leads to.')),
  nameservers: Type.Array(Type.String({ examples: ['ns1.hostler.example'] }), {
    description: 'To be entered at the registrar.',
  }),
  dns_status: OneOf(DNS_STATUSES, {
    description: 'Whether our name servers have its zone: not yet, as it shall be, or not, after a failure.',
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
