import { DateTime, Id, Nullable, OneOf, Resource } from '../../../../kernel/http/schema.ts';
import { type Static, Type } from '../../../../kernel/http/type.ts';

export const MAIL_DOMAIN_STATUSES = ['pending', 'active', 'lost'] as const;
export type MailDomainStatus = (typeof MAIL_DOMAIN_STATUSES)[number];
export const RECORD_PURPOSES = ['mx', 'spf', 'dkim', 'dmarc', 'autoconfig', 'autodiscover', 'srv'] as const;
export type RecordPurpose = (typeof RECORD_PURPOSES)[number];
export const RECORD_STATUSES = ['present', 'missing', 'differs', 'unknown'] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

const MailRecord = Resource('MailRecord', {
  type: OneOf(['MX', 'TXT', 'CNAME', 'SRV'], { description: 'Of the record.' }),
  name: Type.String({ description: 'The whole name.', examples: ['example.com'] }),
  value: Type.String({
    description:
      'As one writes it into a zone; a text without quotes. An SPF record that is there already is added to.',
    examples: ['10 mail.example.net.'],
  }),
  purpose: OneOf(RECORD_PURPOSES, { description: 'What it is for.' }),
  status: OneOf(RECORD_STATUSES, {
    description: 'Whether the DNS had it when last asked; `differs`: something else is there, see `found`.',
  }),
  found: Type.Array(Type.String({ examples: ['10 mx.example.org.'] }), {
    description: 'What is there instead, where it differs.',
  }),
  managed: Type.Boolean({
    description:
      'Our name servers answer for the domain and have this record: nothing to do. Where one of your own records is in its way, that stays and this is false.',
    examples: [true],
  }),
});

const mailServer = (name: string, port: number) =>
  Resource(name, {
    host: Type.String({ examples: ['mail.example.net'] }),
    port: Type.Integer({ examples: [port] }),
    security: OneOf(['tls', 'starttls'], { description: 'How the connection is encrypted.' }),
  });

export const MailDomain = Resource('MailDomain', {
  domain_id: Id('The domain.'),
  domain: Type.String({ description: 'Lower case, punycode.', examples: ['example.com'] }),
  status: OneOf(MAIL_DOMAIN_STATUSES, {
    description:
      'Mail is taken for an active domain only. `pending`: it is not proved yet that it is yours. `lost`: the proof was missing for seven days.',
  }),
  proof: Resource('MailProof', {
    type: OneOf(['TXT'], { description: 'Of the record.' }),
    name: Type.String({ examples: ['_hostler-mail.example.com'] }),
    value: Type.String({ examples: ['hostler-mail=4fQxGTVHaYjmL6ZJ7Tn1B3uDkW9pRcSe'] }),
  }),
  checked_at: Nullable(DateTime('When the DNS was last asked.')),
  lost_since: Nullable(DateTime('Since when the proof is not found any more; after seven days no more mail is taken.')),
  mailboxes: Type.Integer({ description: 'How many there are.', examples: [3] }),
  records: Type.Array(MailRecord, {
    description: 'What the DNS needs for mail to come, to be believed and to be set up.',
  }),
  settings: Resource('MailSettings', {
    imap: mailServer('MailReading', 993),
    smtp: mailServer('MailSending', 465),
  }),
});
export type MailDomain = Static<typeof MailDomain>;
