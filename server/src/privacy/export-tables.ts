/**
 * All stored data of a customer, by table and column. Columns not listed here are not exported. Secrets never are, not
 * even as hashes. `privacy.test.ts` fails for a table that is neither here nor in NOT_EXPORTED.
 */
export interface ExportedTable {
  /** SQL source of the account's rows. */
  readonly from: string;
  readonly columns: string;
  /** Columns that order the rows and mark the position of a page. */
  readonly key: readonly [string] | readonly [string, string];
  /** Columns that hold JSON. */
  readonly json?: readonly string[];
  /** Fields of such JSON that may hold secrets, and the name of the mark that replaces each. */
  readonly marked?: Readonly<Record<string, string>>;
}

const own = (table: string, columns: string, more: Partial<ExportedTable> = {}): ExportedTable => ({
  from: `${table} as t where t.account_id = :account_id`,
  columns: columns
    .split(' ')
    .map((column) => `t.${column}`)
    .join(', '),
  key: ['t.id'],
  ...more,
});

export const EXPORTED: Readonly<Record<string, ExportedTable>> = {
  accounts: {
    from: 'accounts as t where t.id = :account_id',
    columns:
      't.id, t.name, t.email, t.contact_email, t.language, t.created_at, t.waits_since, t.bound, t.suspension, t.closed_at',
    key: ['t.id'],
  },
  account_limits: own('account_limits', 'name value', { key: ['t.name'] }),
  memberships: {
    from: 'memberships as t join persons as p on p.id = t.person_id where t.account_id = :account_id',
    columns: 't.id, t.person_id, p.email, p.name, t.role, t.scopes, t.rights, t.created_at',
    key: ['t.id'],
  },
  coupon_redemptions: own('coupon_redemptions', 'id coupon_id plan_id redeemed_at'),
  farewells: own(
    'farewells',
    'id kind name email contract reason wished_end received_at subscription_id outcome object_until objected_at',
  ),
  // Without the texts, and without mail to staff.
  mails: {
    from: 'mails as t where t.account_id = :account_id and t.to_staff = 0',
    columns: 't.id, t.kind, t.recipient, t.subject, t.cause, t.attempts, t.result, t.reason, t.created_at, t.ended_at',
    key: ['t.id'],
  },
  terms_acceptances: own('terms_acceptances', 'id person_id version accepted_at'),
  invitations: own('invitations', 'id email role scopes rights invited_by created_at expires_at'),
  api_keys: {
    from: 'api_keys as t left join api_key_uses as u on u.key_id = t.id where t.account_id = :account_id',
    columns:
      't.id, t.name, t.environment, t.hint, t.scopes, t.rate_limit, t.allowed_networks, t.made_by, t.created_at, t.expires_at, t.revoked_at, t.rolled_at, u.last_used_at, u.last_used_from',
    key: ['t.id'],
  },
  hosting: own(
    'hosting',
    'id subscription_id hostname label tags note protected_at status plan region vcpus memory_mb disk_gb image ipv4 ipv6 ssh_keys suspended_at suspension_reason drilled_at created_at updated_at',
  ),
  account_suspensions: own('account_suspensions', 'id cause reason with_mail with_dns opened_at closed_at'),
  hosting_suspensions: own('hosting_suspensions', 'id hosting_id cause reason opened_at closed_at'),
  pool_addresses: own('pool_addresses', 'id hosting_id address family kind status reverse'),
  subscription_addresses: own(
    'subscription_addresses',
    'id subscription_id hosting_id address price currency tax_included started_at ended_at',
  ),
  ssh_keys: own('ssh_keys', 'id name type fingerprint public_key created_at updated_at'),
  firewalls: own('firewalls', 'id name status inbound outbound error created_at updated_at', {
    json: ['inbound', 'outbound'],
  }),
  account_smtp: own('account_smtp', 'account_id allowed changed_at', { key: ['t.account_id'] }),
  firewall_attachments: own('firewall_attachments', 'id firewall_id hosting_id created_at'),
  hosting_snapshots: own('hosting_snapshots', 'id hosting_id name status size_bytes error created_at updated_at'),
  address_assignments: own('address_assignments', 'id hosting_id hostname address assigned_at estimated released_at'),
  hosting_samples: {
    from: 'hosting_samples as t join hosting as h on h.id = t.hosting_id where h.account_id = :account_id',
    columns:
      't.hosting_id, t.at, t.cpu_seconds, t.memory_used_bytes, t.disk_used_bytes, t.network_in_bytes, t.network_out_bytes, t.disk_read_bytes, t.disk_write_bytes, t.vcpus',
    key: ['t.hosting_id', 't.at'],
  },
  hosting_traffic_days: {
    from: 'hosting_traffic_days as t join hosting as h on h.id = t.hosting_id where h.account_id = :account_id',
    columns: 't.hosting_id, t.day, t.in_bytes, t.out_bytes',
    key: ['t.hosting_id', 't.day'],
  },
  domains: own('domains', 'id domain status hosting_id dns_status records mailboxes created_at updated_at', {
    json: ['records'],
  }),
  emails: own(
    'emails',
    'id domain_id address status suspended_by suspended_at quota_mb used_bytes aliases forward_to keep_copy created_at updated_at',
    { json: ['aliases', 'forward_to'] },
  ),
  email_domains: own(
    'email_domains',
    'id domain_id domain status proof_token dkim_public checked_at lost_since created_at',
  ),
  databases: own('databases', 'id name engine version status username size_bytes created_at'),
  backups: own(
    'backups',
    'id name type resource_type resource_id status size_bytes checksum verified_at error created_at completed_at drilled_at drill_error',
  ),
  backup_schedules: own(
    'backup_schedules',
    'id resource_type resource_id frequency time weekday keep verify_monthly status next_run_at last_run_at error created_at updated_at',
  ),
  monitoring_rules: own(
    'monitoring_rules',
    'id hosting_id metric threshold minutes status state created_at updated_at',
  ),
  monitoring_alerts: own(
    'monitoring_alerts',
    'id rule_id check_id hosting_id metric status value threshold message started_at resolved_at',
  ),
  applications: own(
    'applications',
    'id hosting_id slug name version status url domain https_status https_error https_expires_at error parameters created_at installed_at',
    { json: ['parameters'] },
  ),
  certificate_requests: own('certificate_requests', 'id requested_at'),
  application_steps: own(
    'application_steps',
    'id application_id phase position name status started_at finished_at output',
  ),
  monitoring_checks: {
    from: 'monitoring_checks as t join monitoring_check_states as s on s.check_id = t.id where t.account_id = :account_id',
    columns:
      't.id, t.name, t.type, t.target, t.status, t.error, t.interval_seconds, t.expect_status, t.expect_text, t.follow_redirects, t.redirect_to, t.certificate_days, s.last_checked_at, s.certificate_expires_at, t.created_at, t.updated_at',
    key: ['t.id'],
  },
  monitoring_check_results: {
    from: 'monitoring_check_results as t join monitoring_checks as c on c.id = t.check_id where c.account_id = :account_id',
    columns: 't.check_id, t.at, t.done, t.up, t.total_ms',
    key: ['t.check_id', 't.at'],
  },
  tickets: own('tickets', 'id subject status priority department created_at updated_at closed_at'),
  ticket_messages: {
    from: 'ticket_messages as t join tickets as o on o.id = t.ticket_id where o.account_id = :account_id',
    columns: 't.id, t.ticket_id, t.author_type, t.author_name, t.person_id, t.message, t.created_at',
    key: ['t.id'],
  },
  subscriptions: own(
    'subscriptions',
    'id name plan status price currency billing_period tax_included setup_fee monthly_cap hosting_id anchor_at current_period_start current_period_end next_bill_at trial_ends_at coupon ordered pending_until next_terms ends_at cancel_requested_at cancelled_at traffic_cap created_at',
    { json: ['ordered', 'next_terms'], marked: { sealedUserData: 'has_user_data' } },
  ),
  price_notices: own(
    'price_notices',
    'id subscription_id customer_kind status old_price new_price currency recipient announced_at sent_at effective_at agreed_at agreed_by decided_at',
  ),
  subscription_uses: own('subscription_uses', 'id subscription_id started_at ended_at rate monthly_cap'),
  invoices: own(
    'invoices',
    'id type number subscription_id corrects_id reason status currency subtotal tax total tax_rate tax_category amount_paid amount_credited amount_written_off seller customer items issued_at due_at paid_at restored_at on_hold',
    { json: ['items', 'seller', 'customer'] },
  ),
  charges: own(
    'charges',
    'id subscription_id kind description quantity unit_price amount currency tax_included period_start period_end explanation due_at invoice_id created_at',
    { json: ['explanation'] },
  ),
  billing_profiles: own(
    'billing_profiles',
    'account_id kind name company street postal_code city state country vat_id vat_status vat_checked_at vat_answer currency trusted_at invoice_email created_at updated_at',
    { key: ['t.account_id'], json: ['vat_answer'] },
  ),
  payments: own(
    'payments',
    'id invoice_id amount currency method status driver reference failure refunded_amount created_at received_at',
  ),
  payment_allocations: own('payment_allocations', 'id invoice_id payment_id amount created_at'),
  payment_methods: own('payment_methods', 'id driver label status is_default expires_at created_at'),
  payment_refunds: own(
    'payment_refunds',
    'id payment_id amount currency destination status reason failure created_at finished_at',
  ),
  payment_cards: own('payment_cards', 'country seen_at', { key: ['t.fingerprint'] }),
  orders: own(
    'orders',
    'id kind subscription_id invoice_id name amount currency status address waits_since decided_at reason created_at',
  ),
  payment_payouts: own('payment_payouts', 'id refund_id payment_id amount currency reason created_at paid_at'),
  import_records: own('import_records', 'id kind reference record_id created_at'),
  ledger_entries: own('ledger_entries', 'id kind amount balance currency payment_id invoice_id reason created_at'),
  statement_lines: own(
    'statement_lines',
    'id payment_id status booked_at amount currency name iban text reference note reason imported_at',
  ),
  charging_stops: own('charging_stops', 'account_id payment_id reason created_at', { key: ['t.account_id'] }),
  webhooks: own('webhooks', 'id environment url description events status created_at last_success_at failing_since'),
  webhook_deliveries: own(
    'webhook_deliveries',
    'id webhook_id event_id event status attempts log created_at finished_at',
    {
      json: ['log'],
    },
  ),
  events: own('events', 'row_id id environment type data created_at', { key: ['t.row_id'], json: ['data'] }),
  actions: own(
    'actions',
    'id type status progress resource_type resource_id error_code error_message created_at started_at finished_at',
  ),
  audit_entries: {
    from: 'audit_entries as t where t.account_id = :account_id',
    // Names of the seller's colleagues are not the customer's data.
    columns: `t.id, t.environment, t.actor_kind, t.actor_id,
      case t.actor_kind when 'command_line' then 'Support' when 'system' then 'System' else t.actor_label end as actor_label,
      t.action, t.record_type, t.record_id, t.record_label, t.changed,
      case when t.actor_kind <> 'operator' then t.address end as address, t.request_id, t.reason, t.at`,
    key: ['t.actor_kind', 't.id'],
  },
  requests: own(
    'requests',
    'id environment key_id person_id caller_name method path status error_code duration_ms address request_id at',
  ),
};

/** Tables that are not exported, with the reason. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  access_tokens: 'a secret',
  account_notes: 'staff notes: review them first, they may name others',
  account_tags: 'staff tags: review them first',
  refresh_tokens: 'a secret',
  token_families: 'a secret',
  idempotency_records: 'answers that are kept for a day, secrets among them',
  sandbox_actions: 'nothing happened',
  api_key_uses: 'with the keys',
  operator_keys: 'the operator’s',
  operator_key_uses: 'the operator’s',
  account_views: 'in the audit log, once it is disclosed',
  consoles: 'in the audit log',
  firewall_policies: 'work that waits; the rules are exported with the firewalls',
  persons: 'with the memberships; what is their own is not the account’s',
  sessions: 'of a person',
  session_uses: 'of a person',
  device_requests: 'kept for ten minutes; the keys are exported',
  email_changes: 'of a person',
  factor_lifts: 'of a person',
  passkeys: 'of a person',
  password_resets: 'of a person',
  sign_ups: 'of somebody who has no account yet',
  recovery_codes: 'of a person',
  totps: 'of a person',
  monitoring_preferences: 'of a person',
  notification_switches: 'of a person',
  monitoring_tellings: 'work that waits',
  monitoring_notices: 'work that waits',
  ticket_notices: 'work that waits; the messages are exported with the tickets',
  ticket_notes: 'internal staff notes',
  ticket_writers: 'the operator’s: who is writing a reply',
  canned_replies: 'the operator’s',
  sign_in_attempts: 'of a person',
  used_challenges: 'nobody’s',
  users: 'empty; became persons',
  domain_ancestors: 'made of the domains',
  email_addresses: 'made of the mailboxes',
  email_removals: 'work that waits',
  hosting_tallies: 'made of the samples',
  hosting_traffic_months: 'sums of the days',
  address_pools: 'the operator’s',
  hosting_tags: 'repeated in hosting',
  hosting_images: 'the operator’s',
  node_locks: 'about hosts of the company',
  monitoring_check_states: 'with the checks',
  monitoring_servers: 'which servers had their first rules',
  request_gaps: 'made of the requests',
  totals: 'counts',
  list_blocks: 'counts',
  versions: 'counts',
  foreign_writes: 'counts',
  signals: 'names of what changed, for other processes',
  webhook_queues: 'work that waits',
  webhook_redeliveries: 'work that waits',
  job_queues: 'work that waits',
  jobs: 'work that waits',
  payment_notices: 'the operator’s: which notices of providers were seen',
  plans: 'the operator’s',
  plan_versions: 'the operator’s',
  coupons: 'the operator’s',
  event_numbers: 'the operator’s',
  invoice_numbers: 'the operator’s',
  credit_note_numbers: 'the operator’s',
  monitoring_incidents: 'the operator’s',
  migrations: 'the operator’s',
  recurring_jobs: 'the operator’s',
  job_workers: 'the operator’s',
  pending_indexes: 'the operator’s',
  search_marks: 'the operator’s',
  billing_effects: 'which reminders were sent, as the mail itself shows',
  document_series_moves: 'the operator’s',
  price_changes: 'the operator’s; with the notices: which new price',
  billing_dunning: 'with the invoices: how far they were reminded of',
  billing_suspensions: 'with the servers: for which invoice they are off',
  billing_pauses: 'with the subscriptions: for which invoice they are suspended',
  usage_checks: 'with the subscriptions: how far their usage was reported',
  trial_methods: 'hashes of payment methods that had a trial, which say nothing to anybody',
  order_blocks: 'the operator’s',
  imports: 'the operator’s',
  import_lines: 'lines of files; what they created is exported',
  billing_failures: 'what the run could not do, for the operator',
  settings: 'the operator’s',
  stored_settings: 'the operator’s',
  brand_images: 'the operator’s',
};
