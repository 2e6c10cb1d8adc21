import type { Database, Query } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import { notFound } from '#kernel/errors.ts';
import { type Clock, formatOptionalTime, formatTime } from '#kernel/time.ts';
import { errors } from './errors.ts';
import * as store from './operator-store.ts';
import type { PayoutStatus } from './schemas.ts';

const MOST_LISTED = 500;

export type PayoutOperatorService = ReturnType<typeof createPayoutOperatorService>;

/** Refunds that no provider can return automatically: staff transfer them by hand and record that here. */
export function createPayoutOperatorService({ db, clock }: { db: Database; clock: Clock }) {
  function* list({ status = 'open' }: { status?: PayoutStatus | undefined } = {}) {
    return (yield* store.listPayouts(status, MOST_LISTED)).map(viewPayout);
  }

  /** Records the transfer. */
  function* markPaid({ id }: { id: number }): Query<ReturnType<typeof viewPayout>> {
    const payout = yield* store.findPayout(id);
    if (!payout) throw notFound('Payout');
    const now = clock.now();
    if (!(yield* store.markPaid(payout, now))) {
      throw errors.payout_already_paid({ id });
    }
    return viewPayout({ ...payout, paid_at: now });
  }

  /** The line of `doctor`. */
  async function check(): Promise<EngineHealth> {
    const { count, oldest } = await db.read(store.countOpen());
    const answer = { reachable: true, version: null };
    if (oldest === null) return { ...answer, detail: 'No refund is waiting for a manual transfer.', advice: null };
    const waiting = count === 1 ? '1 refund is waiting' : `${count} refunds are waiting`;
    const detail = `${waiting} for a manual transfer, the oldest since ${formatTime(oldest)}.`;
    return { ...answer, detail, advice: 'List them with: hostler payment payouts' };
  }

  return { list, markPaid, check };
}

function viewPayout({ created_at, paid_at, ...payout }: store.OwnedPayout) {
  return { ...payout, created_at: formatTime(created_at), paid_at: formatOptionalTime(paid_at) };
}
