import { changeRow } from '../../../../kernel/db/change-row.ts';
import type { Query } from '../../../../kernel/db/query.ts';
import { notFound } from '../../../../kernel/errors.ts';
import { DAY } from '../../../../kernel/time.ts';
import type { Invoice, InvoiceService } from '../../invoices/index.ts';
import { advancePeriodOf, periodEndOf } from '../periods/period.ts';
import type { SubscriptionSettings } from '../settings.ts';
import * as store from '../store.ts';

interface Dependencies {
  invoices: InvoiceService;
  settings: SubscriptionSettings;
}

export type RenewalService = ReturnType<typeof createRenewalService>;

export function createRenewalService({ invoices, settings }: Dependencies) {
  /** Everything of one account that is to be billed by then, however many periods that is. */
  function* bill(accountId: number, at: number): Query<Invoice[]> {
    const issued: Invoice[] = [];
    for (let due = yield* store.listToBillOf(accountId, at); due.length > 0; ) {
      for (const id of due) {
        const invoice = yield* renew(accountId, id, at);
        if (invoice) issued.push(invoice);
      }
      due = yield* store.listToBillOf(accountId, at);
    }
    return issued;
  }

  /** The next period of one subscription, where it is to be billed by then. */
  function* renew(accountId: number, id: number, at: number): Query<Invoice | undefined> {
    const renewed = yield* changeRow(
      () => findToBill(accountId, id, at),
      (row) => {
        const { anchor_at: anchor, current_period_end: start } = row;
        const period = advancePeriodOf(row.billing_period);
        const end = periodEndOf({ anchor, period, zone: settings.timeZone }, start);
        return store.changeSubscription(accountId, row, {
          current_period_start: start,
          current_period_end: end,
          next_bill_at: end - settings.renewDaysBefore * DAY,
        });
      },
    );
    return renewed && (yield* invoices.issue(accountId, renewed, at));
  }

  return { bill, renew };
}

function* findToBill(accountId: number, id: number, at: number): Query<store.SubscriptionRow | undefined> {
  const row = yield* store.findSubscription(accountId, id);
  if (!row) throw notFound('Subscription');
  return row.next_bill_at !== null && row.next_bill_at <= at ? row : undefined;
}
