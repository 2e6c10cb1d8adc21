import type { Query } from '@hostler/database';
import { readMonth } from '#kernel/calendar.ts';
import { formatMoney } from '#kernel/currency.ts';
import { validationError } from '#kernel/errors.ts';
import { takeUnbilledTraffic } from '../../../resources/hosting/index.ts';
import { type InvoiceService, type Issued, PAYMENT_TERM_MS } from '../../invoices/index.ts';
import { change, findRow } from '../change.ts';
import type { RenewalService } from '../renewals/service.ts';
import type { SubscriptionSettings } from '../settings.ts';
import { findLastOfHosting, type SubscriptionRow } from '../store.ts';
import { monthlyPriceOf } from './cap.ts';
import { errors, fieldErrors } from './errors.ts';
import { trafficLine } from './line.ts';

interface Dependencies {
  invoices: Pick<InvoiceService, 'addCharge'>;
  renewals: Pick<RenewalService, 'issueAll'>;
  settings: Pick<SubscriptionSettings, 'timeZone'>;
}

export type TrafficBillingService = ReturnType<typeof createTrafficBillingService>;

/** Bills traffic beyond what plans include, after the month. */
export function createTrafficBillingService({ invoices, renewals, settings }: Dependencies) {
  /**
   * Invoices the traffic of a server in a month that is over. The first call claims the month, so a second bills
   * nothing. A terminated server is billed by its last subscription. Months within a free trial are not billed.
   */
  function* billTraffic(accountId: number, hostingId: number, month: string, at: number): Query<Issued[]> {
    const taken = yield* takeUnbilledTraffic(accountId, hostingId, month, at);
    const span = readMonth(settings.timeZone, month);
    const row = taken && (yield* findLastOfHosting(accountId, hostingId));
    if (!taken || !span || !row) return [];
    const isFree = row.trial_ends_at !== null && row.trial_ends_at >= span.end;
    if (taken.parts.length === 0 || isFree) return [];
    const dueAt = at + PAYMENT_TERM_MS;
    for (const [index, part] of taken.parts.entries()) {
      const price = part.terms.prices?.[row.currency] ?? 0;
      const measured = { month, outBytes: taken.outBytes, price, index };
      const line = trafficLine(row, part, span, measured, { at, dueAt, zone: settings.timeZone });
      yield* invoices.addCharge(accountId, line);
    }
    return yield* renewals.issueAll(new Map([[accountId, new Set([dueAt])]]), at);
  }

  /** Sets the most that the traffic of a month may cost. Null is the price of a month, which is also the least. */
  function* setTrafficCap(accountId: number, id: number, cap: number | null): Query<SubscriptionRow> {
    const row = yield* findRow(accountId, id);
    if (row.status === 'cancelled') throw errors.traffic_cap_of_cancelled();
    const least = monthlyPriceOf(row);
    if (cap !== null && cap < least) {
      const price = formatMoney(least, row.currency);
      throw validationError([fieldErrors.traffic_cap_too_small('traffic_cap', { min: least, price })]);
    }
    yield* change(accountId, id, ({ traffic_cap }) => (traffic_cap === cap ? undefined : { traffic_cap: cap }));
    return yield* findRow(accountId, id);
  }

  return { billTraffic, setTrafficCap };
}
