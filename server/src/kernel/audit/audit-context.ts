import { TransactionValue } from '@hostler/database';

export const ACTOR_KINDS = ['person', 'key', 'operator', 'command_line', 'system'] as const;

/** The person, key, operator or system that performs an action. */
export interface Actor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  readonly id: number | null;
  readonly label: string;
}

/** A changed record in the audit: its group as in the API paths, its id, and a label for people. */
export interface AuditedRecord {
  readonly type: string;
  readonly id: number;
  readonly label: string | null;
}

/** An audited action, from the request or command until its audit entry is written. */
export interface AuditContext {
  readonly actor: Actor | undefined;
  /** Accounts the action belongs to; null if it belongs to none. */
  readonly accounts: readonly (number | null)[];
  /** Name of the operation, for example `tickets.create`. For a command, its first words. */
  readonly action: string;
  readonly environment: 'live' | 'test';
  readonly address: string | null;
  readonly requestId: string | null;
  /** Names of the fields in the request. */
  readonly changed: readonly string[];
  /** Set once the audit entry is written. */
  recorded: boolean;
}

/** Audit context of a transaction; undefined for background work. */
export const transactionAuditContext = new TransactionValue<AuditContext | undefined>(undefined);

/** True once the audit entry of a transaction is written. */
export const isAudited = new TransactionValue(false);
