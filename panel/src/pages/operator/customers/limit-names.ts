import { t } from '@lingui/core/macro';

const NAMES: Readonly<Record<string, string>> = {
  keys: t`API keys`,
  people: t`People`,
  queued_actions: t`Queued actions`,
  webhooks: t`Webhooks`,
  payment_methods: t`Payment methods`,
  subscriptions: t`Subscriptions`,
  unpaid_orders: t`Unpaid orders`,
  open_tickets: t`Open tickets`,
  replies: t`Replies per ticket`,
  ticket_bytes: t`Size of ticket messages`,
  ssh_keys: t`SSH keys`,
  schedules: t`Backup schedules`,
  backups: t`Backups`,
  backup_bytes: t`Size of backups`,
  mailboxes: t`Mailboxes`,
  email_aliases: t`Mailbox aliases`,
  email_forwards: t`Mail forwards`,
  mail_bytes: t`Size of mailboxes`,
  mail_recipients_per_hour: t`Mail recipients per hour and mailbox`,
  checks: t`Checks`,
  rules_per_server: t`Monitoring rules per server`,
  domains: t`Domains`,
  records: t`DNS records per domain`,
  snapshots_per_server: t`Snapshots per server`,
  servers: t`Servers`,
  databases: t`Databases`,
  database_bytes: t`Size of a database`,
  firewalls: t`Firewalls`,
  applications: t`Applications`,
  applications_under_way: t`Applications in progress`,
  certificates_per_day: t`Requests for certificates per day`,
  idempotency_bytes: t`Size of stored idempotent responses`,
  test_events: t`Test events`,
};

/** Returns the name of a limit for people. */
export function nameLimit(name: string): string {
  return NAMES[name] ?? name;
}
