import { DateTime, Id, Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { type Static, Type } from '#kernel/type.ts';

export const MAIL_DOMAIN_STATUSES = ['pending', 'active', 'lost'] as const;
export type MailDomainStatus = (typeof MAIL_DOMAIN_STATUSES)[number];
export const RECORD_PURPOSES = ['mx', 'spf', 'dkim', 'dmarc', 'autoconfig', 'autodiscover', 'srv'] as const;
export type RecordPurpose = (typeof RECORD_PURPOSES)[number];
export const RECORD_STATUSES = ['present', 'missing', 'differs', 'unknown'] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

const MailRecord = Resource('MailRecord', 'A DNS record that mail for the domain needs.', {
  type: OneOf(['MX', 'TXT', 'CNAME', 'SRV'], { description: 'Type of the record.' }),
  name: Type.String({ description: 'Full name of the record.', examples: ['example.com'] }),
  value: Type.String({
    description:
      'Value in zone file format; text without quotes. If you already have an SPF record, the value is merged with it.',
    examples: ['10 mail.example.net.'],
  }),
  purpose: OneOf(RECORD_PURPOSES, { description: 'Purpose of the record.' }),
  status: OneOf(RECORD_STATUSES, {
    description: 'State of the record at the last check. `differs`: the DNS has another value, see `found`.',
  }),
  found: Type.Array(Type.String({ examples: ['10 mx.example.org.'] }), {
    description: 'Values in the DNS, if the record differs.',
  }),
  managed: Type.Boolean({
    description:
      'True if the service maintains the record in the zone of the domain, so that you have nothing to do. False if one of your own records conflicts with it.',
    examples: [true],
  }),
});

const mailServer = (title: string, description: string, port: number) =>
  Resource(title, description, {
    host: Type.String({ description: 'Hostname of the server.', examples: ['mail.example.net'] }),
    port: Type.Integer({ description: 'Port of the server.', examples: [port] }),
    security: OneOf(['tls', 'starttls'], { description: 'Encryption of the connection.' }),
  });

export const MailDomain = Resource('MailDomain', 'A domain with its mail settings.', {
  domain_id: Id('Identifier of the domain.'),
  domain: Type.String({ description: 'Domain name in lower-case punycode.', examples: ['example.com'] }),
  status: OneOf(MAIL_DOMAIN_STATUSES, {
    description:
      'Status of the mail domain. Mail is accepted only for `active` domains. `pending`: ownership is not proved yet. `lost`: the proof has been missing for 7 days.',
  }),
  proof: Resource('MailProof', 'The DNS record that proves ownership of the domain.', {
    type: OneOf(['TXT'], { description: 'Type of the record.' }),
    name: Type.String({ description: 'Name of the record.', examples: ['_hostler-mail.example.com'] }),
    value: Type.String({
      description: 'Value of the record.',
      examples: ['hostler-mail=4fQxGTVHaYjmL6ZJ7Tn1B3uDkW9pRcSe'],
    }),
  }),
  checked_at: Nullable(DateTime('Time of the last DNS check; null before the first one.')),
  lost_since: Nullable(
    DateTime('Time since which the proof is missing; null if it is present. After 7 days mail is no longer accepted.'),
  ),
  mailboxes: Type.Integer({ description: 'Number of mailboxes on the domain.', examples: [3] }),
  records: Type.Array(MailRecord, {
    description: 'DNS records for receiving mail, sender authentication and automatic client setup.',
  }),
  settings: Resource('MailSettings', 'Settings for mail clients.', {
    imap: mailServer('MailReading', 'Server for incoming mail.', 993),
    smtp: mailServer('MailSending', 'Server for outgoing mail.', 465),
  }),
});
export type MailDomain = Static<typeof MailDomain>;
