import { currentTransaction, type Query } from '@hostler/database';
import { type AuditContext, isAudited } from './audit-context.ts';
import { audit, describeRecord } from './record.ts';

/** Audits a transaction of a command, unless it has written its own entry. */
export function* noteCommand(auditContext: AuditContext, result: unknown, accounts: ReadonlySet<number>): Query<void> {
  if (isAudited.of(yield* currentTransaction())) return;
  const [type = ''] = auditContext.action.split(' ');
  yield* audit({ accounts: [...accounts], record: describeRecord(type, 0, result), now: Date.now() }, auditContext);
}
