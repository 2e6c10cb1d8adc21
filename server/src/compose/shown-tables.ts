import type { VersionedTables } from '../kernel/db/versions.ts';

/**
 * The tables that answers of the public API are read from. On PostgreSQL each write to them costs a little, and an answer
 * that is read from any other table is not kept and has no tag (`tags.test.ts` asks for one of every list). New ones go to the
 * end, and are never taken away.
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
];
