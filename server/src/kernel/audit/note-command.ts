import { currentTransaction, type Query } from '@hostler/database';
import { type Deed, isAudited } from './deed.ts';
import { audit, describeRecord } from './record.ts';

/** Audits a transaction of a command, unless it has written its own entry. */
export function* noteCommand(deed: Deed, result: unknown, accounts: ReadonlySet<number>): Query<void> {
  if (isAudited.of(yield* currentTransaction())) return;
  const [type = ''] = deed.action.split(' ');
  yield* audit({ accounts: [...accounts], record: describeRecord(type, 0, result), now: Date.now() }, deed);
}
