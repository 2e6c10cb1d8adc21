import type { Announced, AnnouncedTables } from '@hostler/database';
import type { Right } from '#kernel/http/caller.ts';
import type { Scope } from '#kernel/scopes.ts';
import { STAFF_TOPICS } from './staff-topics.ts';

interface Topic {
  readonly tables: readonly string[];
  /** Callers with one of these are notified. */
  readonly access: readonly (Scope | Right)[];
}

/** Topics by the name that pages subscribe to, with the tables whose rows they show. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  hosting: { tables: ['hosting'], access: ['hosting.read', 'monitoring.read'] },
  'ssh-keys': { tables: ['ssh_keys'], access: ['hosting.read'] },
  firewalls: { tables: ['firewalls', 'firewall_attachments'], access: ['hosting.read'] },
  snapshots: { tables: ['hosting_snapshots'], access: ['hosting.read'] },
  tickets: { tables: ['tickets', 'ticket_messages'], access: ['tickets.read'] },
  domains: { tables: ['domains'], access: ['domains.read'] },
  emails: { tables: ['emails', 'email_domains'], access: ['emails.read'] },
  databases: { tables: ['databases'], access: ['databases.read'] },
  backups: { tables: ['backups', 'backup_schedules'], access: ['backups.read'] },
  monitoring: {
    tables: ['monitoring_rules', 'monitoring_alerts', 'monitoring_checks'],
    access: ['monitoring.read', 'hosting.write'],
  },
  applications: { tables: ['applications', 'application_steps'], access: ['applications.read'] },
  subscriptions: { tables: ['subscriptions'], access: ['billing.read'] },
  invoices: { tables: ['invoices', 'payments'], access: ['billing.read'] },
  billing: {
    tables: ['invoices', 'payments', 'ledger_entries', 'payment_methods', 'payment_refunds', 'billing_profiles'],
    access: ['billing.read'],
  },
  actions: {
    tables: ['actions', 'sandbox_actions'],
    access: [
      'hosting.read',
      'hosting.write',
      'domains.read',
      'domains.write',
      'databases.read',
      'databases.write',
      'backups.read',
      'backups.write',
      'applications.read',
      'applications.write',
    ],
  },
  events: { tables: ['events'], access: ['webhooks.read'] },
  webhooks: { tables: ['webhooks'], access: ['webhooks.read'] },
  deliveries: { tables: ['webhook_deliveries'], access: ['webhooks.read'] },
  keys: { tables: ['api_keys'], access: ['keys'] },
  people: { tables: ['memberships', 'invitations'], access: ['people'] },
  audit: { tables: ['audit_entries'], access: ['audit'] },
  requests: { tables: ['requests'], access: ['requests'] },
};

/** An internal topic: the rights of subscribers may have changed. */
export const RIGHTS_TOPIC = 'rights';
const TABLES_OF_RIGHTS = ['sessions', 'memberships', 'persons', 'totps', 'operator_keys', 'account_views'];

/** Returns the topics by table. */
export function announcedTables(): AnnouncedTables {
  const owner = groupByTable({ ...TOPICS, [RIGHTS_TOPIC]: { tables: TABLES_OF_RIGHTS } });
  const everybody = groupByTable(STAFF_TOPICS);
  const tables = new Set([...owner.keys(), ...everybody.keys()]);
  return new Map(
    [...tables].map((table): [string, Announced] => [
      table,
      { owner: owner.get(table) ?? [], everybody: everybody.get(table) ?? [] },
    ]),
  );
}

function groupByTable(topics: Readonly<Record<string, Pick<Topic, 'tables'>>>): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const [name, { tables }] of Object.entries(topics)) {
    for (const table of tables) names.set(table, [...(names.get(table) ?? []), name]);
  }
  return names;
}
