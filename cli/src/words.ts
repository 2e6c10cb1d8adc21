import { groupOf, type Operation } from './operations.ts';

/** Nouns that read better than the singular of the group. */
const NOUNS: Readonly<Record<string, string>> = {
  hosting: 'server',
  'hosting.images': 'image',
  'hosting.addresses': 'address',
  'hosting.snapshots': 'snapshot',
  sshKeys: 'key',
  'domains.records': 'record',
  emails: 'mailbox',
  'emails.domains': 'mail-domain',
  'backups.schedules': 'schedule',
  'monitoring.alerts': 'alert',
  'monitoring.rules': 'rule',
  'monitoring.checks': 'check',
  'subscriptions.plans': 'plan',
  'billing.invoices': 'invoice',
  'billing.payments': 'payment',
  events: 'events',
};

/** Commands whose words are not the noun and the name of the operation. */
const COMMANDS: Readonly<Record<string, string>> = {
  'hosting.access': 'server set-ssh-keys',
  'hosting.password': 'server reset-password',
  'hosting.console': 'server console-address',
  'hosting.addresses.show': 'address list',
  'hosting.addresses.create': 'address add',
  'hosting.addresses.reverse': 'address set-reverse',
  'domains.records.show': 'record list',
  'emails.password': 'mailbox set-password',
  'applications.create': 'application install',
  'applications.catalog.list': 'application catalog',
  'subscriptions.invoices.list': 'subscription invoices',
  'subscriptions.trafficCap': 'subscription set-traffic-cap',
  'webhooks.deliveries.list': 'webhook deliveries',
};

/** Second words for the same command. */
export const ALIASES: Readonly<Record<string, string>> = {
  'server create': 'subscription create',
  'application create': 'application install',
  'event list': 'events list',
};

/** Operations whose id names a record of another kind than their own. */
const OWNERS: Readonly<Record<string, string>> = {
  'hosting.addresses': 'server',
  'hosting.snapshots.create': 'server',
  'domains.records': 'domain',
  'webhooks.deliveries': 'webhook',
  'webhooks.redeliver': 'delivery',
};

/** Names of options that read better than the field. */
const OPTIONS: Readonly<Record<string, string>> = {
  hosting: 'server',
  ssh_keys: 'ssh-key',
  tags: 'tag',
  aliases: 'alias',
  events: 'event',
  scopes: 'scope',
};

/** Columns of tables, by the operation that lists the records. Other tables show the first fields. */
export const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'hosting.list': ['id', 'hostname', 'label', 'status', 'plan', 'region', 'ipv4'],
  'hosting.images.list': ['slug', 'name', 'version', 'min_memory_mb', 'min_disk_gb'],
  'hosting.addresses.show': ['address', 'family', 'kind', 'gateway', 'reverse'],
  'hosting.snapshots.list': ['id', 'name', 'hosting_id', 'status', 'size_bytes', 'created_at'],
  'sshKeys.list': ['id', 'name', 'type', 'fingerprint'],
  'firewalls.list': ['id', 'name', 'status', 'hosting_ids', 'updated_at'],
  'domains.list': ['id', 'domain', 'status', 'dns_status', 'hosting_id'],
  'emails.list': ['id', 'address', 'status', 'used_mb', 'quota_mb'],
  'emails.domains.list': ['domain_id', 'domain', 'status', 'mailboxes', 'checked_at'],
  'databases.list': ['id', 'name', 'engine', 'version', 'status', 'size_bytes', 'access'],
  'backups.list': ['id', 'name', 'type', 'resource', 'status', 'size_bytes', 'created_at'],
  'backups.schedules.list': ['id', 'resource', 'frequency', 'time', 'weekday', 'keep', 'status', 'next_run_at'],
  'applications.list': ['id', 'name', 'version', 'status', 'hosting_id', 'url'],
  'applications.catalog.list': ['slug', 'name', 'version', 'summary'],
  'monitoring.alerts.list': ['id', 'metric', 'state', 'value', 'message', 'started_at'],
  'monitoring.rules.list': ['id', 'hosting_id', 'metric', 'threshold', 'minutes', 'status', 'state'],
  'monitoring.checks.list': ['id', 'name', 'type', 'target', 'status', 'response_ms', 'uptime_24h'],
  'subscriptions.plans.list': ['id', 'name', 'kind', 'vcpus', 'memory_mb', 'disk_gb', 'in_stock'],
  'subscriptions.list': ['id', 'name', 'plan', 'status', 'price', 'billing_period', 'current_period_end'],
  'subscriptions.invoices.list': ['id', 'number', 'status', 'total', 'amount_due', 'due_at'],
  'billing.invoices.list': ['id', 'number', 'status', 'total', 'amount_due', 'due_at'],
  'billing.payments.list': ['id', 'invoice_id', 'amount', 'method', 'status', 'created_at'],
  'tickets.list': ['id', 'subject', 'status', 'priority', 'department', 'updated_at'],
  'actions.list': ['id', 'type', 'status', 'progress', 'resource', 'created_at'],
  'events.list': ['id', 'event', 'timestamp'],
  'webhooks.list': ['id', 'url', 'events', 'status', 'failing_since'],
  'webhooks.deliveries.list': ['id', 'event', 'status', 'attempts', 'created_at'],
};

/** Returns the words of the command of an operation, such as `server list`. */
export function wordsOf(operation: Pick<Operation, 'name'>): string {
  const verb = operation.name.slice(operation.name.lastIndexOf('.') + 1);
  return COMMANDS[operation.name] ?? `${nounOf(groupOf(operation))} ${toKebab(verb)}`;
}

export function nounOf(group: string): string {
  return NOUNS[group] ?? group.split('.').map(toKebab).map(toSingular).join('-');
}

/** Returns the kind of record that the `id` of an operation names. */
export function ownerOf(operation: Pick<Operation, 'name'>): string {
  const group = groupOf(operation);
  return OWNERS[operation.name] ?? OWNERS[group] ?? nounOf(group);
}

/** Returns the name of the option of a field, without dashes: `server` for `hosting_id`. */
export function optionOf(field: string): string {
  const name = field.replace(/_ids?$/, '');
  return OPTIONS[name] ?? toKebab(name);
}

function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}

function toSingular(name: string): string {
  return name.replace(/s$/, '');
}
