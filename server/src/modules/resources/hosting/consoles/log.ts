import type { Query } from '@hostler/database';
import { recordFor } from '#kernel/audit/record.ts';
import { type ConsoleRow, closeConsole } from './store.ts';

/** Writes the audit entry of the begin of a session. */
export function* recordOpen(row: ConsoleRow, hostname: string, address: string, now: number): Query<void> {
  yield* record(row, { action: 'hosting.console.open', label: hostname, address, reason: row.reason, now });
}

/** Closes a session and writes the audit entry of its end. Does nothing if the session is closed. */
export function* recordClose(id: number, outcome: string, hostname: string | null, now: number): Query<void> {
  const row = yield* closeConsole({ id, now, outcome });
  if (row) yield* record(row, { action: 'hosting.console.close', label: hostname, reason: outcome, now });
}

interface Entry {
  action: string;
  label: string | null;
  reason: string | null;
  address?: string;
  now: number;
}

/** The sandbox has no audit. */
function* record(row: ConsoleRow, { action, label, reason, address, now }: Entry): Query<void> {
  if (row.environment === 'test') return;
  yield* recordFor(row.account_id, {
    actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label },
    action,
    record: { type: 'hosting', id: row.hosting_id, label },
    address: address ?? null,
    ...(reason === null ? {} : { reason }),
    now,
  });
}
