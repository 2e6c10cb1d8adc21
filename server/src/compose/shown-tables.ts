import type { VersionedTables } from '@hostler/database';

/**
 * Tables that responses of the public API are read from. On PostgreSQL each write to them costs a little. A response
 * read from any other table is not cached and has no ETag (`tags.test.ts` checks every list). Append new tables at the
 * end, and never remove one.
 */
export const SHOWN_TABLES: VersionedTables = [
  { name: 'totals' },
  { name: 'list_blocks', with: 'totals' },
  { name: 'actions' },
  { name: 'sandbox_actions' },
  { name: 'events' },
  { name: 'webhooks' },
  { name: 'webhook_deliveries' },
  { name: 'tickets' },
  { name: 'ticket_messages', with: 'tickets' },
  { name: 'hosting' },
  { name: 'domains' },
  { name: 'emails' },
  { name: 'email_domains' },
  { name: 'databases' },
  { name: 'backups' },
  { name: 'backup_schedules' },
  { name: 'applications' },
  { name: 'application_steps' },
  { name: 'monitoring_rules' },
  { name: 'monitoring_alerts' },
  { name: 'monitoring_checks' },
  { name: 'monitoring_check_states' },
  { name: 'plans', shared: true },
  { name: 'plan_versions', shared: true },
  { name: 'subscriptions' },
  { name: 'invoices' },
  { name: 'charges' },
  { name: 'payments' },
  { name: 'hosting_tags', with: 'hosting' },
  { name: 'hosting_images', shared: true },
  { name: 'firewalls' },
  { name: 'firewall_attachments', with: 'firewalls' },
  { name: 'hosting_snapshots' },
  { name: 'ssh_keys' },
  { name: 'persons', shared: true },
];
