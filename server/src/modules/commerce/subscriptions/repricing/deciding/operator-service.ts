import type { Database, Query } from '@hostler/database';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import type { StaffMail } from '#kernel/mail/staff-mail.ts';
import { findMailEnd } from '#kernel/mail/store.ts';
import type { Clock } from '#kernel/time.ts';
import { change, findRow } from '../../change.ts';
import type { SubscriptionService } from '../../service.ts';
import { writeEnd } from '../letters.ts';
import { listToDecide, listUnsent, noteSent } from '../operator-store.ts';
import { decisionTime, firstPeriodFrom, type RepricingSettings } from '../schedule.ts';
import { decideNotice, findPriceChange, type NoticeRow, type OwnedNotice, type PriceChangeRow } from '../store.ts';
import { isOwn, isStillSold, setNextPrice } from '../terms.ts';

export { listToDecide };

const PAGE = 100;
const WITHOUT_CONSENT = 'Consumers must agree to a new price.';

/** An action of a decision and its reason. */
interface Decided {
  readonly what: string;
  readonly reason: string;
  readonly amount?: number;
  readonly currency?: string;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  staffMail: StaffMail;
  links: Links;
  settings: RepricingSettings;
  subscriptions: Pick<SubscriptionService, 'cancel'>;
}

export type PriceDecisions = ReturnType<typeof createPriceDecisions>;

/** Carries out price changes when they are due. */
export function createPriceDecisions(dependencies: Dependencies) {
  const { db, clock, mailer, staffMail, links, settings, subscriptions } = dependencies;

  /**
   * Decides a price change just before the first period with the new price is billed. Returns each
   * action.
   */
  function* decide(accountId: number, notice: OwnedNotice, at: number): Query<Decided[]> {
    const row = yield* findRow(accountId, notice.subscription_id);
    const planned = yield* findPriceChange(notice.price_change_id);
    if (!planned || !isStillSold(row, notice)) {
      const isApplied = row.price === notice.new_price;
      yield* end(accountId, notice, isApplied ? 'applied' : 'dropped', at);
      return [];
    }
    if (notice.customer_kind === 'consumer' && notice.status === 'announced') {
      return yield* decideWithoutConsent(accountId, notice, planned, at);
    }
    const price = { amount: notice.new_price, currency: row.currency };
    const reason =
      notice.status === 'agreed' ? 'The customer agreed to the new price.' : 'The new price was announced.';
    if (isOwn(row, notice)) {
      yield* end(accountId, notice, 'applied', at);
      return [{ what: `${row.name} has its new price from the next period on.`, reason, ...price }];
    }
    // A resumed cancellation removed the new price. Schedule it again for the next unbilled period.
    const effective_at = firstPeriodFrom(notice.effective_at, row, at, settings);
    yield* change(accountId, row.id, (now) => setNextPrice(now, { ...notice, effective_at }, planned));
    const decide_at = Math.max(decisionTime(effective_at, row, settings), at + 1);
    yield* decideNotice(accountId, notice.id, { status: notice.status, decided_at: null, decide_at, effective_at });
    return [{ what: `${row.name} gets its new price.`, reason, ...price }];
  }

  function* decideWithoutConsent(accountId: number, notice: OwnedNotice, planned: PriceChangeRow, at: number) {
    if (planned.without_consent === 'keep') {
      yield* end(accountId, notice, 'kept', at);
      const what = 'A subscription keeps its price: its customer did not agree to the new one.';
      return [{ what, reason: WITHOUT_CONSENT }];
    }
    const { name, ends_at } = yield* subscriptions.cancel(accountId, notice.subscription_id, false, at);
    yield* end(accountId, notice, 'ended', at);
    const letter = writeEnd(name, ends_at ?? notice.effective_at, settings.timeZone, links.to('/billing'));
    const cause = `price notice ${notice.id} ended`;
    yield* mailer.queue({
      kind: 'price change end',
      cause,
      to: notice.recipient,
      letter,
      nature: 'notice',
      accountId,
      isProof: true,
      now: clock.now(),
    });
    return [{ what: `${name} ends: its customer did not agree to the new price.`, reason: WITHOUT_CONSENT }];
  }

  function* end(accountId: number, { id, effective_at }: NoticeRow, status: NoticeRow['status'], at: number) {
    yield* decideNotice(accountId, id, { status, decided_at: at, decide_at: null, effective_at });
  }

  /**
   * Records when each announcement was sent, because the mail log is kept for less time. A price change whose mail was
   * not delivered takes no effect.
   */
  async function followMails(): Promise<void> {
    for (let after = 0; ; ) {
      const notices = await db.read(listUnsent(after, PAGE));
      for (const notice of notices) await db.write(() => followMail(notice));
      const last = notices.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  function* followMail(notice: OwnedNotice): Query<void> {
    const mail = yield* findMailEnd(notice.message_id);
    if (!mail || mail.ended_at === null) return;
    const { account_id: accountId } = notice;
    if (mail.result === 'sent') return yield* noteSent(accountId, notice.id, mail.ended_at);
    if (notice.status === 'agreed') return;
    const now = clock.now();
    yield* end(accountId, notice, 'unsent', now);
    yield* change(accountId, notice.subscription_id, (row) =>
      isOwn(row, notice) ? { next_terms: null, change_at: null } : undefined,
    );
    yield* staffMail.toSeller({
      kind: 'price change unsent',
      cause: `price change ${notice.price_change_id}`,
      letter: {
        subject: 'A price change could not be announced',
        paragraphs: [
          `The announcement to account ${accountId} could not be delivered, so its subscription keeps its price. See \`hostler plan price-notices --id ${notice.price_change_id}\`; others may be among them.`,
        ],
      },
      nature: 'notice',
      now,
    });
  }

  return { decide, followMails };
}
