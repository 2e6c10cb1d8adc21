import { changeRow } from '../../../kernel/db/change-row.ts';
import type { Page, PageRequest } from '../../../kernel/db/page.ts';
import type { Query } from '../../../kernel/db/query.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { emit } from '../../../kernel/events/emit.ts';
import { canBeSuspended, type Servers } from '../../resources/hosting/index.ts';
import type { Invoice, InvoiceService } from '../invoices/index.ts';
import type { Plan } from '../plans/index.ts';
import { addPeriods } from './billing-period.ts';
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
}

export type SubscriptionService = ReturnType<typeof createSubscriptionService>;

export function createSubscriptionService({ servers, invoices }: Dependencies) {
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
    let subscription = yield* store.insertSubscription(accountId, {
      name: hostname === undefined ? plan.name : `${plan.name} (${hostname.toLowerCase()})`,
      plan: plan.name,
      price,
      currency,
      billing_period,
      current_period_start: now,
      current_period_end: addPeriods(now, billing_period, 1),
      created_at: now,
    });
    if (hostname !== undefined) {
      const { vcpus, memory_mb, disk_gb, image, kind, bounds } = plan;
      const size = { vcpus, memory_mb, disk_gb, image, kind, bounds };
      const { sshKeys } = input;
      const order = { hostname, plan: plan.name, subscriptionId: subscription.id, sshKeys, ...size };
      const server = yield* servers.provision(accountId, order, now);
      subscription = yield* store.linkHosting(accountId, subscription, server.id);
    }
    const invoice = yield* invoices.issue(accountId, subscription, now);
    yield* emit({ accountId, type: 'subscription.created', data: viewSubscription(subscription), now });
    return { subscription, invoice };
  }

  /** Marks it to end with the period that is paid for, or ends it now. */
  function* cancel(accountId: number, id: number, immediately: boolean, now: number): Query<store.SubscriptionRow> {
    const cancelled = yield* changeRow(
      () => find(accountId, id),
      (subscription) => {
        if (subscription.status === 'cancelled') {
          throw new AppError('CONFLICT', 'This subscription is cancelled already.');
        }
        return store.changeSubscription(
          accountId,
          subscription,
          immediately
            ? { status: 'cancelled', cancel_requested_at: null, cancelled_at: now }
            : { cancel_requested_at: subscription.cancel_requested_at ?? now },
        );
      },
    );
    if (immediately) yield* end(accountId, cancelled, now);
    return cancelled;
  }

  /** Its VPS is suspended and not taken away: what is on its disk is the customer's. */
  function* end(accountId: number, subscription: store.SubscriptionRow, now: number): Query<void> {
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

  return { list, find, listInvoices, create, cancel, end, fallPastDue, reactivate };
}
