import { changeRow } from '../../../kernel/db/change-row.ts';
import type { Page, PageRequest } from '../../../kernel/db/page.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { emit } from '../../../kernel/events/emit.ts';
import { DAY } from '../../../kernel/time.ts';
import { canBeSuspended, type Servers } from '../../resources/hosting/index.ts';
import type { Invoice, InvoiceService } from '../invoices/index.ts';
import type { Plan } from '../plans/index.ts';
import { advancePeriodOf, borderOf } from './periods/period.ts';
import type { SubscriptionSettings } from './settings.ts';
import * as store from './store.ts';
import { viewSubscription } from './view.ts';

/** For the staff to end: no payment brings back what was cancelled. */
const CANCELLED = { cause: 'staff', reason: 'The subscription was cancelled.' } as const;

interface NewSubscription {
  plan: Plan;
  /** With one, the subscription comes with a VPS of this name. */
  hostname?: string | undefined;
  /** Who may log in to that VPS; as readSshKeys gives them. */
  sshKeys?: readonly string[] | undefined;
}

interface Dependencies {
  servers: Pick<Servers, 'find' | 'provision' | 'suspend'>;
  invoices: InvoiceService;
  settings: SubscriptionSettings;
}

export type SubscriptionService = ReturnType<typeof createSubscriptionService>;

export function createSubscriptionService({ servers, invoices, settings }: Dependencies) {
  function list(accountId: number, page: PageRequest): Query<Page<store.SubscriptionRow>> {
    return store.listSubscriptions(accountId, page);
  }

  function* find(accountId: number, id: number): Query<store.SubscriptionRow> {
    const subscription = yield* store.findSubscription(accountId, id);
    if (!subscription) throw notFound('Subscription');
    return subscription;
  }

  function* listInvoices(accountId: number, id: number, page: PageRequest): Query<Page<Invoice>> {
    yield* find(accountId, id);
    return yield* invoices.listOf(accountId, id, page);
  }

  /** The subscription, its VPS and its first invoice, all or none. */
  function* create(accountId: number, input: NewSubscription, now: number) {
    const { plan, hostname } = input;
    const { price, currency, billing_period } = plan;
    const end = borderOf({ anchor: now, period: advancePeriodOf(billing_period), zone: settings.timeZone }, 1);
    let subscription = yield* store.insertSubscription(accountId, {
      name: hostname === undefined ? plan.name : `${plan.name} (${hostname.toLowerCase()})`,
      plan: plan.name,
      plan_id: plan.id,
      plan_version_id: plan.version_id,
      status: 'active',
      price,
      currency,
      billing_period,
      tax_included: plan.tax_included ? 1 : 0,
      setup_fee: 0,
      monthly_cap: null,
      anchor_at: now,
      current_period_start: now,
      current_period_end: end,
      next_bill_at: end - settings.renewDaysBefore * DAY,
      trial_ends_at: null,
      coupon_id: null,
      coupon: null,
      coupon_periods_left: null,
      ordered: null,
      pending_until: null,
      created_at: now,
    });
    if (hostname !== undefined) {
      const { vcpus, memory_mb, disk_gb, image, kind, bounds } = plan;
      const size = { vcpus, memory_mb, disk_gb, image, kind, bounds };
      const { sshKeys } = input;
      const order = { hostname, plan: plan.name, subscriptionId: subscription.id, sshKeys, ...size };
      const server = yield* servers.provision(accountId, order, now);
      subscription = yield* change(accountId, subscription.id, () => ({ hosting_id: server.id }));
    }
    const invoice = yield* invoices.issue(accountId, subscription, now);
    yield* emit({ accountId, type: 'subscription.created', data: viewSubscription(subscription), now });
    return { subscription, invoice };
  }

  /** Marks it to end with the period that is paid for, or ends it now. */
  function* cancel(accountId: number, id: number, immediately: boolean, now: number): Query<store.SubscriptionRow> {
    const cancelled = yield* change(accountId, id, (row) => {
      if (row.status === 'cancelled') throw conflict('This subscription is cancelled already.');
      if (immediately) return ENDED(now);
      return {
        cancel_requested_at: row.cancel_requested_at ?? now,
        ends_at: row.ends_at ?? row.current_period_end,
        next_bill_at: null,
      };
    });
    if (immediately) yield* finish(accountId, cancelled, now);
    return cancelled;
  }

  /** Ends one whose time has come; nothing is done to one that has none. */
  function* end(accountId: number, id: number, at: number): Query<boolean> {
    const ended = yield* changeRow(
      function* () {
        const row = yield* find(accountId, id);
        return row.ends_at !== null && row.ends_at <= at ? row : undefined;
      },
      (row) => store.changeSubscription(accountId, row, ENDED(at)),
    );
    if (ended) yield* finish(accountId, ended, at);
    return ended !== undefined;
  }

  /** Its VPS is suspended and not taken away: what is on its disk is the customer's. */
  function* finish(accountId: number, subscription: store.SubscriptionRow, now: number): Query<void> {
    yield* emit({ accountId, type: 'subscription.cancelled', data: viewSubscription(subscription), now });
    if (subscription.hosting_id === null) return;
    const server = yield* servers.find(accountId, subscription.hosting_id);
    if (canBeSuspended(server)) yield* servers.suspend(accountId, server.id, CANCELLED, now);
  }

  /** An invoice of it passed its due date unpaid. */
  function* fallPastDue(accountId: number, id: number): Query<void> {
    const subscription = yield* find(accountId, id);
    if (subscription.status !== 'active') return;
    yield* store.changeSubscription(accountId, subscription, { status: 'past_due' });
  }

  /** Once nothing is overdue any more. */
  function* reactivate(accountId: number, id: number): Query<void> {
    const subscription = yield* find(accountId, id);
    if (subscription.status !== 'past_due' || (yield* invoices.hasOverdue(accountId, id))) return;
    yield* store.changeSubscription(accountId, subscription, { status: 'active' });
  }

  function change(
    accountId: number,
    id: number,
    decide: (row: store.SubscriptionRow) => Partial<store.SubscriptionState>,
  ): Query<store.SubscriptionRow> {
    return changeRow(
      () => find(accountId, id),
      (row) => store.changeSubscription(accountId, row, decide(row)),
    );
  }

  return { list, find, listInvoices, create, cancel, end, fallPastDue, reactivate };
}

const ENDED = (at: number) =>
  ({ status: 'cancelled', cancel_requested_at: null, cancelled_at: at, ends_at: null, next_bill_at: null }) as const;
