import type { Query } from '@hostler/database';
import type { Invoice, InvoiceService } from '../../invoices/index.ts';
import type { Cover, Subscriptions } from '../../subscriptions/index.ts';
import type { DunningSettings } from '../dunning/schedule.ts';
import type { Charging } from '../dunning/service.ts';
import type { Done } from '../run/step.ts';
import type { SuspensionService } from '../suspensions/service.ts';
import { isWarning, levelOf, NOTICE_MS, nextCheck, shareOf } from './levels.ts';
import type { UsageMail } from './mail.ts';
import * as store from './store.ts';

interface Dependencies {
  invoices: Pick<InvoiceService, 'find'>;
  subscriptions: Pick<Subscriptions, 'measureCover' | 'billUsageNow'>;
  suspensions: Pick<SuspensionService, 'suspend'>;
  charging: Pick<Charging, 'chargeOrder'>;
  /** Returns whether staff or a payment in progress keep an account from being suspended. */
  isProtected(accountId: number, at: number): Query<boolean>;
  mail: UsageMail;
  settings: Pick<DunningSettings, 'suspendMinAmount'>;
}

interface Installation {
  readonly installedAt: number;
  readonly graceMs: number;
}

export type UsageCheckService = ReturnType<typeof createUsageCheckService>;

/** Keeps hourly usage within what the account can pay. */
export function createUsageCheckService(deps: Dependencies) {
  const { invoices, subscriptions, suspensions, charging, isProtected, mail, settings } = deps;

  /** Starts to check an account that has hourly servers. */
  function* begin(accountId: number, { installedAt, graceMs }: Installation, at: number): Query<void> {
    const oldest = yield* store.findOldestUse(accountId);
    if (oldest === undefined) return;
    const grace_until = oldest < installedAt ? installedAt + graceMs : 0;
    yield* store.insertUsageCheck(accountId, { check_at: at, grace_until, level: 0, warned_at: null });
  }

  /**
   * Reports, charges or suspends hourly usage, depending on the used share of the cover. Returns each action.
   */
  function* check(accountId: number, at: number): Query<Done[]> {
    const row = yield* store.findUsageCheck(accountId);
    if (!row || row.check_at > at) return [];
    const done: Done[] = [];
    let cover = yield* subscriptions.measureCover(accountId, at);
    if (shareOf(cover) >= 100 && !cover.isTrusted && cover.hasMethod) {
      done.push(...(yield* collect(accountId, cover, at)));
      if (done.length > 0) cover = yield* subscriptions.measureCover(accountId, at);
    }
    if (cover.running.length === 0 && cover.unbilled === 0) {
      yield* store.removeUsageCheck(accountId);
      return done;
    }
    const state = yield* report(accountId, row, cover, at, done);
    const isUsedUp = shareOf(cover) >= 100 && !cover.isTrusted;
    const suspendAt = state.warned_at === null ? null : Math.max(state.warned_at + NOTICE_MS, row.grace_until);
    if (isUsedUp && suspendAt !== null && suspendAt <= at && !(yield* isProtected(accountId, at))) {
      const suspended = yield* suspend(accountId, cover, at);
      if (suspended.length > 0) {
        yield* store.removeUsageCheck(accountId);
        return [...done, ...suspended];
      }
    }
    const next = nextCheck(cover, at);
    const check_at = isUsedUp && suspendAt !== null && suspendAt > at ? Math.min(next, suspendAt) : next;
    yield* store.changeUsageCheck(accountId, { ...state, check_at });
    return done;
  }

  /**
   * Invoices the usage and charges it to the saved payment method. While such an invoice is unpaid, only that is
   * charged.
   */
  function* collect(accountId: number, cover: Cover, at: number): Query<Done[]> {
    const open = cover.unpaidInvoices.length > 0 ? [] : yield* subscriptions.billUsageNow(accountId, cover.running, at);
    for (const id of [...cover.unpaidInvoices, ...open.map(({ id }) => id)]) {
      yield* charging.chargeOrder(accountId, id, at);
    }
    return open.map(({ number, total: amount, currency }) => ({
      what: `Invoice ${number} is issued: hourly usage has reached its limit.`,
      reason: 'The hourly usage has reached the limit of the account.',
      ...{ amount, currency, issued: number },
    }));
  }

  /** Reports each percentage once, until usage falls below it. */
  function* report(accountId: number, row: store.UsageCheckRow, cover: Cover, at: number, done: Done[]) {
    const level = cover.isTrusted ? 0 : levelOf(shareOf(cover));
    const warned_at = isWarning(level) ? (row.warned_at ?? at) : null;
    if (level > row.level) {
      const suspendAt = Math.max((warned_at ?? at) + NOTICE_MS, row.grace_until);
      yield* mail.report(accountId, cover, { level, suspendAt, at });
      const what = `Account ${accountId} was told that ${level} % of what covers its hourly usage is used.`;
      done.push({ what, reason: `The hourly usage has reached ${level} % of its limit.` });
    }
    return { ...row, level, warned_at };
  }

  /** Suspends the running servers until the invoice for their usage is paid. Does nothing if credit pays it in full. */
  function* suspend(accountId: number, cover: Cover, at: number): Query<Done[]> {
    const invoice = yield* findUnpaid(accountId, cover, at);
    if (!invoice || invoice.amount_due < settings.suspendMinAmount) return [];
    const done: Done[] = [];
    for (const { id } of cover.running) done.push(...(yield* suspensions.suspend(accountId, invoice, id, at)));
    if (done.length > 0) yield* mail.tellOfSuspension(accountId, invoice, at);
    return done;
  }

  function* findUnpaid(accountId: number, cover: Cover, at: number): Query<Invoice | undefined> {
    const [oldest] = cover.unpaidInvoices;
    if (oldest !== undefined) return yield* invoices.find(accountId, oldest);
    const issued = yield* subscriptions.billUsageNow(accountId, cover.running, at);
    return issued.find(({ amount_due }) => amount_due > 0);
  }

  return { begin, check };
}
