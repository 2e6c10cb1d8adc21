import type { Query } from '@hostler/database';
import type { VatAnswer } from '#engines/vat/driver.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { change } from './service.ts';

/** Called in the transaction in which a VAT id became valid, with the time it was entered. */
export type OnVatConfirmed = (accountId: number, since: number, now: number) => Query<void>;

/** Result of a check: an answer, no answer for now, or a decision by staff. */
export type Answer = VatAnswer | 'unavailable' | 'staff';

/** Ignores an answer about a VAT id that was replaced meanwhile. */
export function* recordAnswer(
  { account_id, vat_id }: { account_id: number; vat_id: string },
  answer: Answer,
  onConfirmed: OnVatConfirmed,
  now: number,
): Query<void> {
  let since: number | undefined;
  yield* change(
    account_id,
    (row) => {
      since = undefined;
      if (row.vat_id !== vat_id || row.vat_status === 'none') return {};
      if (answer === 'staff') return { vat_ask_at: null };
      if (answer === 'unavailable')
        return { vat_status: 'unavailable', vat_ask_at: now + pauseOf(row.vat_given_at, now) };
      if (answer.valid && row.vat_status !== 'valid') since = row.vat_given_at ?? now;
      const vat_status = answer.valid ? 'valid' : 'invalid';
      return { vat_status, vat_checked_at: now, vat_answer: JSON.stringify(answer), vat_ask_at: null };
    },
    now,
  );
  if (since !== undefined) yield* onConfirmed(account_id, since, now);
}

/** Pauses grow from five minutes to one day. */
function pauseOf(since: number | null, now: number): number {
  return Math.min(Math.max((now - (since ?? now)) / 2, 5 * MINUTE), DAY);
}
