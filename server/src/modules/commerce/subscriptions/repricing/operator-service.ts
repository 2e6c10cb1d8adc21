import type { Database, Query } from '@hostler/database';
import { dayIn } from '#kernel/calendar.ts';
import { randomBase62, sha256 } from '#kernel/crypto.ts';
import { formatMoney } from '#kernel/currency.ts';
import { fieldErrors as general, notFound, validationError } from '#kernel/errors.ts';
import type { Links } from '#kernel/mail/links.ts';
import type { Mailer } from '#kernel/mail/mailer.ts';
import { type Clock, formatTime } from '#kernel/time.ts';
import { type BillingPeriod, findPlan } from '../../plans/index.ts';
import { findProfile, type Profile } from '../../profiles/index.ts';
import { change } from '../change.ts';
import { errors, fieldErrors } from './errors.ts';
import { writeAnnouncement } from './letters.ts';
import * as store from './operator-store.ts';
import { decisionTime, earliestOf, firstPeriodFrom, type RepricingSettings } from './schedule.ts';
import type { WithoutConsent } from './schemas.ts';
import { findPriceChange, type PriceChangeRow, priceChanges, priceNotices } from './store.ts';
import { setNextPrice } from './terms.ts';

const PAGE = 500;
const MOST = 10 ** 11;
const SECRET_LENGTH = 40;
const ANNOUNCEMENT = 'price change';

export interface Reprice {
  plan: string;
  price: number;
  from: number;
  billing_period: BillingPeriod;
  currency: string;
  monthly_cap?: number | undefined;
  without_consent?: WithoutConsent | undefined;
}

/** A subscription affected by a price change, and its state. */
export interface RepriceLine {
  readonly account_id: number;
  readonly subscription_id: number;
  readonly name: string;
  readonly customer: 'business' | 'consumer';
  readonly old_price: number;
  readonly new_price: number;
  readonly currency: string;
  readonly effective_at: string;
  /** `to announce`, the status of its notice, or the reason why the change does not apply. */
  readonly state: string;
}

interface Dependencies {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  links: Links;
  settings: RepricingSettings;
}

export type RepricingOperatorService = ReturnType<typeof createRepricingOperatorService>;

export function createRepricingOperatorService({ db, clock, mailer, links, settings }: Dependencies) {
  /** Lists every subscription of the plan with its old and new price. Changes nothing. */
  async function preview(given: Reprice): Promise<RepriceLine[]> {
    const wanted = await db.read(readChange(given));
    const lines: RepriceLine[] = [];
    for await (const rows of byAccount(wanted)) lines.push(...(await db.read(describeAll(wanted, rows))));
    return lines;
  }

  /** Announces the new price to every customer without a notice of it. Can be repeated after an interruption. */
  async function announce(given: Reprice): Promise<RepriceLine[]> {
    const planned = await db.write(() => keepChange(given));
    const lines: RepriceLine[] = [];
    for await (const rows of byAccount(planned)) lines.push(...(await db.write(() => announceTo(planned, rows))));
    return lines;
  }

  function* keepChange(given: Reprice): Query<PriceChangeRow> {
    const wanted = yield* readChange(given);
    const known = yield* store.findSameChange(wanted);
    if (!known) return (yield* priceChanges.insert(wanted)) as PriceChangeRow;
    if (given.without_consent) yield* store.setWithoutConsent(known.id, given.without_consent);
    return { ...known, without_consent: given.without_consent ?? known.without_consent };
  }

  /** Checks a price change. Refuses another price for the same plan and day. */
  function* readChange(given: Reprice): Query<Omit<PriceChangeRow, 'id'>> {
    const { price, from: from_at, billing_period, currency, monthly_cap = null, without_consent = 'keep' } = given;
    const plan = yield* findPlan(given.plan);
    if (!plan) throw notFound('Plan');
    if (!Number.isSafeInteger(price) || price < 1 || price > MOST) {
      throw validationError([general.not_whole_between('price', { min: 1, max: MOST })]);
    }
    if (monthly_cap !== null && (billing_period !== 'hourly' || monthly_cap < price)) {
      throw validationError([fieldErrors.monthly_cap_invalid('monthly_cap')]);
    }
    const wanted = { plan_id: plan.id, plan: plan.name, billing_period, currency: currency.toUpperCase(), price };
    const whole = { ...wanted, monthly_cap, from_at, without_consent, created_at: clock.now() };
    const known = yield* store.findSameChange(whole);
    if (known && known.price !== price) {
      const day = dayIn(settings.timeZone, from_at);
      throw errors.price_change_already_announced({
        plan: plan.name,
        day,
        price: formatMoney(known.price, known.currency),
      });
    }
    return whole;
  }

  /** Yields the subscriptions account by account, so that each account gets one mail. */
  async function* byAccount(sold: Omit<PriceChangeRow, 'id'>): AsyncGenerator<store.OwnedSubscription[]> {
    let after = { account_id: 0, id: 0 };
    let group: store.OwnedSubscription[] = [];
    for (;;) {
      const rows = await db.read(store.listOfPlan(sold, after, PAGE));
      for (const row of rows) {
        if (group.length > 0 && group[0]?.account_id !== row.account_id) {
          yield group;
          group = [];
        }
        group.push(row);
      }
      after = rows.at(-1) ?? after;
      if (rows.length < PAGE) break;
    }
    if (group.length > 0) yield group;
  }

  function* describeAll(wanted: PriceChange, rows: readonly store.OwnedSubscription[]): Query<RepriceLine[]> {
    const profile = yield* findProfile(rows[0]?.account_id ?? 0);
    const lines: RepriceLine[] = [];
    for (const row of rows) lines.push(yield* describe(wanted, row, profile));
    return lines;
  }

  function* describe(wanted: PriceChange, row: store.OwnedSubscription, profile: Profile): Query<RepriceLine> {
    const notices = yield* store.listNoticesOfSubscription(row.account_id, row.id);
    const own = notices.find(({ price_change_id }) => price_change_id === wanted.id);
    const open = notices.find(({ status }) => status === 'announced' || status === 'agreed');
    const now = clock.now();
    const earliest = earliestOf(wanted.from_at, now, settings);
    const state = own
      ? own.status
      : open
        ? 'another price change is announced'
        : row.ends_at !== null
          ? 'ends'
          : row.price >= wanted.price
            ? 'costs as much or more'
            : row.next_terms !== null
              ? 'another change waits'
              : 'to announce';
    return {
      account_id: row.account_id,
      subscription_id: row.id,
      name: row.name,
      customer: profile.kind === 'business' ? 'business' : 'consumer',
      old_price: own?.old_price ?? row.price,
      new_price: wanted.price,
      currency: row.currency,
      effective_at: formatTime(own?.effective_at ?? firstPeriodFrom(earliest, row, now, settings)),
      state,
    };
  }

  /**
   * Writes the notices, new terms and mail of one account in one transaction, so that nothing changes without its mail.
   */
  function* announceTo(planned: PriceChangeRow, rows: readonly store.OwnedSubscription[]): Query<RepriceLine[]> {
    const accountId = rows[0]?.account_id ?? 0;
    const profile = yield* findProfile(accountId);
    const lines = yield* describeAll(planned, rows);
    const todo = rows.filter((_, index) => lines[index]?.state === 'to announce');
    if (todo.length === 0) return lines;
    const now = clock.now();
    const isBusiness = profile.kind === 'business';
    const earliest = earliestOf(planned.from_at, now, settings);
    const told = todo.map((row) => ({
      ...row,
      old_price: row.price,
      new_price: planned.price,
      effective_at: firstPeriodFrom(earliest, row, now, settings),
    }));
    const token = randomBase62(SECRET_LENGTH);
    const cause = `price change ${planned.id} of ${todo[0]?.id}`;
    const queued = yield* mailer.queue({
      ...{ kind: ANNOUNCEMENT, cause, to: profile.email, nature: 'notice', accountId, isProof: true, now },
      letter: writeAnnouncement({
        ...{ plan: planned.plan, subscriptions: told, isBusiness, withoutConsent: planned.without_consent },
        zone: settings.timeZone,
        billingUrl: links.to('/billing'),
        agreeUrl: links.to('/agree-price', token),
      }),
    });
    if (queued !== 'queued') {
      const state =
        queued === 'too_many' ? 'not announced: too many mails, run it again in an hour' : 'not announced: no address';
      return lines.map((line) => (line.state === 'to announce' ? { ...line, state } : line));
    }
    for (const row of told) {
      const notice = {
        ...{ price_change_id: planned.id, subscription_id: row.id, status: 'announced' as const },
        customer_kind: isBusiness ? ('business' as const) : ('consumer' as const),
        ...{ old_price: row.old_price, new_price: row.new_price, currency: row.currency },
        ...{ recipient: profile.email, message_id: mailer.messageIdOf(ANNOUNCEMENT, cause, profile.email) },
        ...{ announced_at: now, effective_at: row.effective_at },
        decide_at: decisionTime(row.effective_at, row, settings),
        token_hash: isBusiness ? null : sha256(token),
      };
      yield* priceNotices.insert(notice, { account_id: accountId });
      if (isBusiness) yield* change(accountId, row.id, (current) => setNextPrice(current, notice, planned));
    }
    return lines.map((line) => (line.state === 'to announce' ? { ...line, state: 'announced' } : line));
  }

  /** Lists price changes with the number of subscriptions per status. */
  function* list() {
    const changes = [];
    for (const row of yield* store.listChanges()) {
      const counts = yield* store.countNotices(row.id);
      changes.push({
        ...row,
        from_at: formatTime(row.from_at),
        created_at: formatTime(row.created_at),
        subscriptions: counts.map(({ status, count }) => `${count} ${status}`).join(', '),
      });
    }
    return changes;
  }

  /** Changes what happens to consumers who do not agree, for notices that are not decided yet. */
  function* decideOtherwise({ id, without_consent }: { id: number; without_consent: WithoutConsent }) {
    if (!(yield* findPriceChange(id))) throw notFound('Price change');
    yield* store.setWithoutConsent(id, without_consent);
    return (yield* list()).find((row) => row.id === id) ?? {};
  }

  /** Lists the notices of a price change with recipients, times of sending and results. */
  async function listNotices({ id }: { id: number }): Promise<object[]> {
    const notices: object[] = [];
    for (let after = 0; ; ) {
      const rows = await db.read(store.listNoticesOfChange(id, after, PAGE));
      for (const { token_hash: _, ...row } of rows) notices.push(row);
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return notices;
      after = last.id;
    }
  }

  return { preview, announce, list, decideOtherwise, listNotices };
}

type PriceChange = Omit<PriceChangeRow, 'id'> & { readonly id?: number };
