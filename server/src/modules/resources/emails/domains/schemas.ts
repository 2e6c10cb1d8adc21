export const MAIL_DOMAIN_STATUSES = ['pending', 'active', 'lost'] as const;
export type MailDomainStatus = (typeof MAIL_DOMAIN_STATUSES)[number];
