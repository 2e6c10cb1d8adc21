import type { Query } from '@hostler/database';
import { DAY } from '#kernel/time.ts';
import type { InvoiceService } from '../invoices/index.ts';
import { change, findRow } from './change.ts';
import type { ChangePaymentService } from './changes/payment-service.ts';
import type { ExtraAddressBilling } from './extra-addresses/service.ts';
import type { RenewalService } from './renewals/service.ts';
import type { SubscriptionSettings } from './settings.ts';
import type { SubscriptionRow, SubscriptionState } from './store.ts';
import type { UsageService } from './usage/service.ts';

interface Dependencies {
  invoices: InvoiceService;
  renewals: Pick<RenewalService, 'renew' | 'issueAll'>;
  usage: Pick<UsageService, 'begin' | 'stop'>;
  settings: SubscriptionSettings;
  changePayment: Pick<ChangePaymentService, 'endWithSubscription'>;
  addresses: Pick<ExtraAddressBilling, 'pause' | 'resume'>;
  trustedTime(at: number): Query<number>;
}

export type PaymentStatusService = ReturnType<typeof createPaymentStatusService>;

/** Updates subscriptions whose invoices become overdue or are paid. */
export function createPaymentStatusService(dependencies: Dependencies) {
  const { invoices, renewals, usage, settings, changePayment, addresses, trustedTime } = dependencies;

  /** Marks an active subscription as past due. */
  function* fallPastDue(accountId: number, id: number): Query<void> {
    yield* change(accountId, id, ({ status }) => (status === 'active' ? { status: 'past_due' } : undefined));
  }

  /**
   * Suspends a subscription for non-payment. Periods are not billed meanwhile, unless the seller set that, and hours do
   * not count.
   */
  function* suspend(accountId: number, id: number, at: number): Query<void> {
    yield* changePayment.endWithSubscription(accountId, yield* findRow(accountId, id), at);
    const suspended = yield* change(accountId, id, (row) => {
      if (row.status !== 'active' && row.status !== 'past_due') return undefined;
      const isBilled = row.billing_period === 'hourly' || settings.invoiceWhileSuspended;
      return { status: 'suspended', next_bill_at: isBilled ? row.next_bill_at : null };
    });
    if (suspended) yield* addresses.pause(accountId, id, at);
    if (suspended?.after.billing_period === 'hourly') yield* usage.stop(accountId, id, at);
  }

  /**
   * Resumes a subscription after a suspension. A period billed before the suspension is used up first. If it is over, a
   * new period is anchored and billed now. While billing is held, the next run that is not held does that.
   */
  function* lift(accountId: number, id: number, at: number): Query<void> {
    const status = (yield* invoices.hasOverdue(accountId, id)) ? 'past_due' : 'active';
    const trusted = yield* trustedTime(at);
    const lifted = yield* change(accountId, id, (row) =>
      row.status === 'suspended' ? { status, ...goOn(row, at, trusted) } : undefined,
    );
    if (!lifted) return;
    yield* addresses.resume(accountId, id, at);
    const { billing_period, next_bill_at } = lifted.after;
    if (billing_period === 'hourly') return yield* usage.begin(accountId, id, lifted.after, at);
    if (next_bill_at !== at || trusted !== at) return;
    const billed = yield* renewals.renew(accountId, id, at);
    if (billed) yield* renewals.issueAll(new Map([[accountId, new Set([billed.dueAt])]]), at);
  }

  /** Makes a past due subscription active once it has no overdue invoices. */
  function* reactivate(accountId: number, id: number): Query<void> {
    const { status } = yield* findRow(accountId, id);
    if (status !== 'past_due' || (yield* invoices.hasOverdue(accountId, id))) return;
    yield* change(accountId, id, (row) => (row.status === 'past_due' ? { status: 'active' } : undefined));
  }

  function goOn(row: SubscriptionRow, at: number, trusted: number): Partial<SubscriptionState> {
    if (row.billing_period === 'hourly' || row.ends_at !== null || row.next_bill_at !== null) return {};
    const end = row.current_period_end;
    if (trusted < end) return { next_bill_at: end - settings.renewDaysBefore * DAY };
    return { anchor_at: at, current_period_start: at, current_period_end: at, next_bill_at: trusted };
  }

  return { fallPastDue, suspend, lift, reactivate };
}
