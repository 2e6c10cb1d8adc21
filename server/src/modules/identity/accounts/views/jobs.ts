import type { Database, Query } from '@hostler/database';
import { recordFor } from '#kernel/audit/record.ts';
import type { RecurringJob } from '#kernel/jobs/worker.ts';
import { MINUTE } from '#kernel/time.ts';
import { listToDisclose, markDisclosed } from './store.ts';

const AT_ONCE = 100;

/** Writes views whose disclosure an owner delayed to the audit log of the customer, with the time of the view. */
export function disclosure(db: Database): RecurringJob {
  return {
    name: 'account-views.disclose',
    everyMs: 10 * MINUTE,
    async run(now) {
      while ((await db.write(() => disclose(now))) === AT_ONCE);
    },
  };
}

function* disclose(now: number): Query<number> {
  const due = yield* listToDisclose({ now, limit: AT_ONCE });
  for (const view of due) {
    if (!(yield* markDisclosed(view))) continue;
    yield* recordFor(view.account_id, {
      actor: { kind: 'operator', id: view.person_id, label: view.viewer },
      action: 'accounts.view',
      record: { type: 'accounts', id: view.account_id, label: view.account_name },
      reason: view.reason,
      now: view.began_at,
    });
  }
  return due.length;
}
