import type { Query } from '../../../../kernel/db/query.ts';
import { emit } from '../../../../kernel/events/emit.ts';
import type { Invoice, InvoiceService } from '../../invoices/index.ts';
import type { Subscriptions } from '../../subscriptions/index.ts';
import { claimEffect } from '../effects/store.ts';

interface Dependencies {
  invoices: Pick<InvoiceService, 'expire' | 'subscriptionsOf'>;
  subscriptions: Pick<Subscriptions, 'fallPastDue'>;
}

export type DunningService = ReturnType<typeof createDunningService>;

/** What becomes of invoices that are not paid. */
export function createDunningService({ invoices, subscriptions }: Dependencies) {
  /**
   * It was not paid on its due day, and its customer's programs are told, once. Undefined where it is not unpaid any more, or
   * was told of before: paid, and taken back by the bank.
   */
  function* fallOverdue(accountId: number, invoiceId: number, at: number): Query<Invoice | undefined> {
    const invoice = yield* invoices.expire(accountId, invoiceId, at);
    if (!invoice) return undefined;
    for (const id of yield* invoices.subscriptionsOf(accountId, invoiceId)) {
      yield* subscriptions.fallPastDue(accountId, id);
    }
    if (!(yield* claimEffect(accountId, `invoice ${invoiceId} overdue`, at))) return undefined;
    yield* emit({ accountId, type: 'payment.overdue', data: invoice, now: at });
    return invoice;
  }

  return { fallOverdue };
}
