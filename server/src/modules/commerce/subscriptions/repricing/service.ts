import type { Query } from '@hostler/database';
import { audit } from '#kernel/audit/record.ts';
import { sha256 } from '#kernel/crypto.ts';
import { notFound } from '#kernel/errors.ts';
import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import { change, findRow } from '../change.ts';
import type { SubscriptionRow } from '../store.ts';
import { errors } from './errors.ts';
import { decisionTime, earliestOf, firstPeriodFrom, type RepricingSettings } from './schedule.ts';
import type { PriceChange } from './schemas.ts';
import * as store from './store.ts';
import { isStillSold, setNextPrice } from './terms.ts';

export type RepricingService = ReturnType<typeof createRepricingService>;

/** Customers' responses to announced price changes. */
export function createRepricingService({ settings }: { settings: RepricingSettings }) {
  function* list(accountId: number): Query<PriceChange[]> {
    const views: PriceChange[] = [];
    for (const notice of yield* store.listOpenNotices(accountId)) {
      const row = yield* findRow(accountId, notice.subscription_id);
      if (row.status !== 'cancelled' && row.ends_at === null) views.push(yield* view(notice, row));
    }
    return views;
  }

  /** Records the agreement of a signed-in user. Idempotent. */
  function* agree(accountId: number, id: number, by: string, now: number): Query<PriceChange> {
    const notice = yield* store.findNotice(accountId, id);
    if (!notice) throw notFound('Price change');
    if (notice.customer_kind === 'consumer' && notice.status === 'announced') yield* accept(accountId, notice, by, now);
    else if (notice.status !== 'agreed') throw errors.price_change_needs_no_agreement();
    return yield* view(
      (yield* store.findNotice(accountId, id)) ?? notice,
      yield* findRow(accountId, notice.subscription_id),
    );
  }

  /** Records the agreement by the link in the mail, for all subscriptions named in it. The link works once. */
  function* agreeByLink(token: string, now: number): Query<{ subscriptions: number }> {
    const notices = yield* store.listByToken(sha256(token));
    const accountId = notices[0]?.account_id;
    if (accountId === undefined) throw notFound('Link');
    let agreed = 0;
    for (const notice of notices) if (yield* accept(accountId, notice, 'link in the mail', now)) agreed++;
    const record = { type: 'price_changes', id: notices[0]?.price_change_id ?? 0, label: null };
    yield* audit({ accounts: [accountId], record, changed: ['agreed_at'], now });
    return { subscriptions: agreed };
  }

  /**
   * Schedules the new price for the first unbilled period. Returns false if the subscription was cancelled or changed
   * since.
   */
  function* accept(accountId: number, notice: store.NoticeRow, by: string, now: number): Query<boolean> {
    const terms = yield* requireChange(notice);
    const row = yield* findRow(accountId, notice.subscription_id);
    if (!isStillSold(row, notice)) return false;
    const earliest = Math.max(earliestOf(terms.from_at, notice.announced_at, settings), now);
    const effective_at = firstPeriodFrom(earliest, row, now, settings);
    const decide_at = decisionTime(effective_at, row, settings);
    const agreement = { agreed_at: now, agreed_by: by, effective_at, decide_at };
    if (!(yield* store.noteAgreement(accountId, notice.id, agreement))) return false;
    yield* change(accountId, row.id, (current) => setNextPrice(current, { ...notice, effective_at }, terms));
    return true;
  }

  function* view(notice: store.NoticeRow, row: SubscriptionRow): Query<PriceChange> {
    const { without_consent } = yield* requireChange(notice);
    return {
      id: notice.id,
      subscription_id: notice.subscription_id,
      subscription: row.name,
      old_price: notice.old_price,
      new_price: notice.new_price,
      currency: notice.currency,
      billing_period: row.billing_period,
      effective_at: formatTime(notice.effective_at),
      needs_consent: notice.customer_kind === 'consumer',
      without_consent,
      agreed_at: formatOptionalTime(notice.agreed_at),
    };
  }

  return { list, agree, agreeByLink };
}

function* requireChange({ price_change_id }: store.NoticeRow): Query<store.PriceChangeRow> {
  const found = yield* store.findPriceChange(price_change_id);
  if (!found) throw new Error(`there is no price change ${price_change_id}`);
  return found;
}

/**
 * Refuses to resume a subscription that ends because its customer did not agree. Resuming would keep the old price
 * forever.
 */
export function* refuseEndedByPrice(accountId: number, id: number): Query<void> {
  if (!(yield* store.wasEnded(accountId, id))) return;
  throw errors.new_price_declined();
}
