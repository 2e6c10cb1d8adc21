export const MAIL_DOMAIN_STATUSES = ['pending', 'active', 'lost'] as const;
export type MailDomainStatus = (typeof MAIL_DOMAIN_STATUSES)[number];
export const RECORD_PURPOSES = ['mx', 'spf', 'dkim', 'dmarc', 'autoconfig', 'autodiscover', 'srv'] as const;
export type RecordPurpose = (typeof RECORD_PURPOSES)[number];
