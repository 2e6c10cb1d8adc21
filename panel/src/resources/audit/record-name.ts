import { t } from '@lingui/core/macro';

const NOUNS: Readonly<Record<string, string>> = {
  account: t`Account`,
  accounts: t`Account`,
  applications: t`Application`,
  backups: t`Backup`,
  databases: t`Database`,
  domains: t`Domain`,
  emails: t`Mailbox`,
  firewalls: t`Firewall`,
  hosting: t`Server`,
  invoices: t`Invoice`,
  keys: t`API key`,
  monitoring: t`Monitoring`,
  payments: t`Payment`,
  people: t`Person`,
  person: t`Person`,
  snapshots: t`Snapshot`,
  subscriptions: t`Subscription`,
  tickets: t`Ticket`,
  webhooks: t`Webhook`,
};

/** Names a record by its type and id: `Server 7`. A type without a noun keeps the word of the API. */
export function nameByType(type: string, id: number | string | null): string {
  return `${NOUNS[type] ?? type} ${id ?? ''}`.trim();
}
