import { EVERY_ROLE, MONEY, MONEY_READERS, OWNERS, RETRIERS, type StaffRole } from '#kernel/staff-roles.ts';

interface StaffTopic {
  readonly tables: readonly string[];
  /** Roles that may read the resource. */
  readonly access: readonly StaffRole[];
}

/** Topics by the name that pages of the console subscribe to, with the tables whose rows they show. */
export const STAFF_TOPICS: Readonly<Record<string, StaffTopic>> = {
  accounts: {
    tables: ['accounts', 'account_suspensions', 'account_notes', 'account_tags', 'account_limits', 'billing_profiles'],
    access: EVERY_ROLE,
  },
  people: { tables: ['memberships', 'invitations', 'persons'], access: EVERY_ROLE },
  keys: { tables: ['api_keys'], access: EVERY_ROLE },
  tickets: { tables: ['tickets', 'ticket_messages', 'ticket_notes'], access: EVERY_ROLE },
  'canned-replies': { tables: ['canned_replies'], access: EVERY_ROLE },
  hosting: { tables: ['hosting', 'hosting_suspensions'], access: EVERY_ROLE },
  snapshots: { tables: ['hosting_snapshots'], access: EVERY_ROLE },
  nodes: { tables: ['node_locks'], access: EVERY_ROLE },
  addresses: { tables: ['address_assignments', 'address_pools', 'pool_addresses'], access: EVERY_ROLE },
  domains: { tables: ['domains'], access: EVERY_ROLE },
  emails: { tables: ['emails', 'email_domains'], access: EVERY_ROLE },
  databases: { tables: ['databases'], access: EVERY_ROLE },
  backups: { tables: ['backups'], access: EVERY_ROLE },
  monitoring: { tables: ['monitoring_alerts'], access: EVERY_ROLE },
  applications: { tables: ['applications'], access: EVERY_ROLE },
  actions: { tables: ['actions'], access: EVERY_ROLE },
  webhooks: { tables: ['webhooks'], access: EVERY_ROLE },
  audit: { tables: ['audit_entries'], access: EVERY_ROLE },
  plans: { tables: ['plans', 'plan_versions'], access: EVERY_ROLE },
  subscriptions: { tables: ['subscriptions'], access: EVERY_ROLE },
  // Other numbers of the page Today change with every action and mail. The page polls them.
  today: { tables: ['orders', 'tickets', 'statement_lines'], access: EVERY_ROLE },
  orders: { tables: ['orders'], access: MONEY_READERS },
  cancellations: { tables: ['farewells'], access: MONEY_READERS },
  coupons: { tables: ['coupons'], access: MONEY_READERS },
  invoices: { tables: ['invoices'], access: MONEY_READERS },
  payments: { tables: ['payments', 'payment_refunds'], access: MONEY_READERS },
  charges: { tables: ['charges'], access: MONEY_READERS },
  mails: { tables: ['mails'], access: MONEY_READERS },
  failures: { tables: ['actions', 'mails'], access: RETRIERS },
  bank: { tables: ['statement_lines'], access: MONEY },
  payouts: { tables: ['payment_payouts'], access: MONEY },
  blocks: { tables: ['order_blocks'], access: MONEY },
  'price-changes': { tables: ['price_changes'], access: MONEY },
  staff: { tables: ['persons'], access: OWNERS },
  'operator-keys': { tables: ['operator_keys'], access: OWNERS },
  settings: { tables: ['stored_settings', 'brand_images'], access: OWNERS },
};
