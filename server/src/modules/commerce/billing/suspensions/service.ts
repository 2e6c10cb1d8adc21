import type { Query } from '@hostler/database';
import { canBeSuspended, type Servers } from '../../../resources/hosting/index.ts';
import type { Invoice } from '../../invoices/index.ts';
import type { Subscriptions } from '../../subscriptions/index.ts';
import type { Done } from '../run/step.ts';
import * as store from './store.ts';

interface Dependencies {
  servers: Pick<Servers, 'find' | 'suspend' | 'lift'>;
  subscriptions: Pick<Subscriptions, 'find' | 'suspend' | 'lift'>;
}

export type SuspensionService = ReturnType<typeof createSuspensionService>;

/**
 * Suspends subscriptions for an unpaid invoice until it is settled. The server of a suspended subscription is off. A
 * subscription without a server is only not renewed.
 */
export function createSuspensionService({ servers, subscriptions }: Dependencies) {
  function* suspend(accountId: number, invoice: Invoice, subscriptionId: number, at: number): Query<Done[]> {
    const { status, hosting_id, name } = yield* subscriptions.find(accountId, subscriptionId);
    if (status === 'cancelled' || status === 'pending') return [];
    const server = hosting_id === null ? undefined : yield* servers.find(accountId, hosting_id);
    if (server && !canBeSuspended(server)) return [];
    const suspension = { invoice_id: invoice.id, subscription_id: subscriptionId, hosting_id, since: at };
    if (!(yield* store.insertSuspension(accountId, suspension))) return [];
    const reason = `Invoice ${invoice.number} has not been paid.`;
    if (server) yield* servers.suspend(accountId, server.id, { cause: 'payment', reason }, at);
    yield* subscriptions.suspend(accountId, subscriptionId, at);
    const what = `${server?.hostname ?? name} is suspended until invoice ${invoice.number} is paid.`;
    return [{ what, reason, amount: invoice.amount_due, currency: invoice.currency }];
  }

  /** Lifts the suspensions for a settled invoice, except for subscriptions that another invoice keeps suspended. */
  function* release(accountId: number, invoiceId: number, at: number): Query<Done[]> {
    const done: Done[] = [];
    for (const { subscription_id, hosting_id } of yield* store.takeSuspensions(accountId, invoiceId)) {
      if (yield* store.isSuspended(accountId, subscription_id)) continue;
      if (hosting_id !== null) yield* servers.lift(accountId, hosting_id, 'payment', at);
      yield* subscriptions.lift(accountId, subscription_id, at);
      const server = hosting_id === null ? undefined : yield* servers.find(accountId, hosting_id);
      const { name } = yield* subscriptions.find(accountId, subscription_id);
      done.push({
        what: `${server?.hostname ?? name} is lifted.`,
        reason: 'The invoice that suspended it is settled.',
      });
    }
    return done;
  }

  return { suspend, release };
}
