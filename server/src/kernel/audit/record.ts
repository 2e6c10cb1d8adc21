import { currentTransaction, type Migration, type Query, sql } from '@hostler/database';
import type { Environment } from '../environment.ts';
import {
  type Actor,
  type AuditContext,
  type AuditedRecord,
  isAudited,
  transactionAuditContext,
} from './audit-context.ts';

/** The audit log: one row per write, with actor, action and record, in the transaction of the change. */
export const auditMigrations: Migration[] = [
  {
    id: 'audit-001',
    script: `
      create table audit_entries (
        id {id},
        account_id bigint,
        environment text not null,
        actor_kind text not null,
        actor_id bigint,
        actor_label text not null,
        action text not null,
        record_type text,
        record_id bigint,
        record_label text,
        changed text not null,
        address text,
        request_id text,
        at bigint not null
      );
      create index audit_entries_by_account on audit_entries (account_id, id);
      create index audit_entries_by_actor on audit_entries (account_id, actor_kind, id);
      create index audit_entries_by_action on audit_entries (account_id, action, id);`,
  },
  {
    // Each index costs every write; the lists need only one.
    id: 'audit-002',
    script: 'drop index audit_entries_by_account; drop index audit_entries_by_action;',
  },
  { id: 'audit-003', script: 'alter table audit_entries add column reason text;' },
  {
    // The audit entries of staff are few. Those of customers are in none of these, so their writes cost the same.
    id: 'audit-004',
    script: `
      create index audit_entries_of_operators on audit_entries (id) where actor_kind = 'operator';
      create index audit_entries_of_commands on audit_entries (id) where actor_kind = 'command_line';`,
  },
];

export interface AuditRow {
  account_id: number | null;
  environment: Environment;
  actor_kind: Actor['kind'];
  actor_id: number | null;
  actor_label: string;
  action: string;
  record_type: string | null;
  record_id: number | null;
  record_label: string | null;
  /** Separated by spaces. */
  changed: string;
  address: string | null;
  request_id: string | null;
  /** Why staff did it, if they must give a reason. */
  reason: string | null;
  at: number;
}

export const AUDIT_COLUMNS = [
  'account_id',
  'environment',
  'actor_kind',
  'actor_id',
  'actor_label',
  'action',
  'record_type',
  'record_id',
  'record_label',
  'changed',
  'address',
  'request_id',
  'reason',
  'at',
] as const satisfies readonly (keyof AuditRow)[];

const INSERT = sql<AuditRow>(
  `insert into audit_entries (${AUDIT_COLUMNS.join(', ')}) values (${AUDIT_COLUMNS.map((name) => `:${name}`).join(', ')})`,
);

/** Longer labels are truncated: they are only for display. */
const LONGEST_LABEL = 200;

interface Details extends Partial<Pick<AuditContext, 'actor' | 'accounts' | 'changed'>> {
  readonly record?: AuditedRecord | null;
  readonly reason?: string;
  readonly now: number;
}

/**
 * Writes an audit entry for the current transaction. `details` override the values from the request. Writes nothing in
 * the sandbox, where nothing changes, and nothing without an actor: `recordSystem` covers that.
 */
export function* audit(details: Details, given?: AuditContext): Query<void> {
  const transaction = yield* currentTransaction();
  const auditContext = transactionAuditContext.of(transaction) ?? given;
  if (transaction.simulation || !auditContext) return;
  auditContext.recorded = true;
  isAudited.set(transaction, true);
  const { actor, accounts, action, environment, address, requestId, changed } = auditContext;
  yield* record({ actor, accounts, action, environment, address, requestId, changed, ...details });
}

/** Returns the audited action of the current transaction. Undefined for background work. */
export function* findAuditContext(): Query<AuditContext | undefined> {
  return transactionAuditContext.of(yield* currentTransaction());
}

interface Entry extends Omit<AuditContext, 'recorded'>, Details {
  readonly actor: Actor | undefined;
  readonly accounts: readonly (number | null)[];
  readonly changed: readonly string[];
}

/** Writes the entry without checking for an actor. */
function* record({ actor, accounts, record: about, ...entry }: Entry): Query<void> {
  const { kind, id, label } = actor ?? NOBODY;
  for (const account_id of accounts.length > 0 ? accounts : [null]) {
    yield* INSERT.send({
      account_id,
      environment: entry.environment,
      actor_kind: kind,
      actor_id: id,
      actor_label: cut(label),
      action: entry.action,
      record_type: about?.type ?? null,
      record_id: about?.id ?? null,
      record_label: about?.label ? cut(about.label) : null,
      changed: entry.changed.join(' '),
      address: entry.address,
      request_id: entry.requestId,
      reason: entry.reason ?? null,
      at: entry.now,
    });
  }
}

/** Records a change that happened without an actor, under the name of its event. */
export function recordSystem(accountId: number, action: string, about: AuditedRecord | null, now: number): Query<void> {
  return recordFor(accountId, { actor: SYSTEM, action, record: about, now });
}

/** Writes an entry of an account outside the request that caused it. */
export function recordFor(
  accountId: number,
  entry: Pick<Entry, 'actor' | 'action' | 'record' | 'reason' | 'now'> &
    Partial<Pick<Entry, 'address' | 'changed' | 'requestId'>>,
): Query<void> {
  return record({
    accounts: [accountId],
    environment: 'live',
    address: null,
    requestId: null,
    changed: [],
    ...entry,
  });
}

const SYSTEM: Actor = { kind: 'system', id: null, label: 'Hostler' };
/** Actor of a public route that does not identify the caller. */
const NOBODY: Actor = { kind: 'person', id: null, label: 'Somebody' };

function cut(text: string): string {
  return text.slice(0, LONGEST_LABEL);
}

const LABELS = ['hostname', 'domain', 'subject', 'name', 'email', 'number', 'url'] as const;

/** Returns the record a response is about: the one it shows, or the one named in the path. */
export function describeRecord(type: string, id: number, data: unknown): AuditedRecord | null {
  const shown = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const own = typeof shown.id === 'number' ? shown.id : undefined;
  const named = id > 0 ? id : own;
  if (named === undefined) return null;
  const label = named === own ? LABELS.map((name) => shown[name]).find((text) => typeof text === 'string') : undefined;
  return { type, id: named, label: (label as string | undefined) ?? null };
}
