import type { Query } from '@hostler/database';
import type { ServerContract } from '../contract.ts';
import type { TrafficMail } from './mail.ts';
import type { MonthTotal } from './operator-store.ts';
import { beyondOf, type MonthState, settledOf } from './parts.ts';
import { billFrom, noteCharge, noteReported } from './store.ts';
import { GB, includedBytes, readStoredTerms, type TrafficTerms, USUAL_THROTTLE_MBPS } from './terms.ts';
import type { ThrottleService } from './throttle.ts';

/** Percentages of the included traffic that customers are notified of. */
const LEVELS = [100, 80] as const;

interface Dependencies {
  contracts: Pick<ServerContract, 'findTrafficPrice'>;
  throttles: ThrottleService;
  mail: TrafficMail;
}

type Measured = Pick<MonthTotal, 'account_id' | 'hosting_id'> & Omit<MonthState, 'charge'>;

export type TrafficLimits = ReturnType<typeof createTrafficLimits>;

/** Applies the terms of plans to the traffic of their servers. */
export function createTrafficLimits({ contracts, throttles, mail }: Dependencies) {
  /**
   * Charges the bytes beyond the included traffic, at most up to the current cap. A charge never falls: a lower cap or
   * another plan applies to later traffic only. Nothing is charged for traffic since a reading in a free trial.
   */
  function* charge(total: MonthTotal, since: number): Query<void> {
    const terms = readStoredTerms(total.terms);
    const beyond = beyondOf(total);
    if (!terms || beyond === 0) return;
    const sold = yield* contracts.findTrafficPrice(total.account_id, total.hosting_id, terms, since);
    if (!sold) return;
    if (sold.isFree) return yield* billFrom(total, total.out_bytes);
    const amount = Math.min(Math.ceil(beyond / GB) * sold.price, sold.cap - settledOf(total));
    if (amount > total.charge) yield* noteCharge(total, amount);
  }

  /** Notifies the customer and throttles the server, if its traffic of this month has come so far. Idempotent. */
  function* review(total: MonthTotal, isThrottled: boolean, now: number): Query<void> {
    const terms = readStoredTerms(total.terms);
    if (!terms) return;
    const level = levelOf(terms, total.out_bytes);
    if (level === undefined) return;
    if (level > total.reported) {
      yield* noteReported(total, level);
      yield* mail.report(total, terms, level, now);
    }
    if (isThrottled || level < 100 || !(yield* isOver(total, terms, now))) return;
    yield* throttles.set(total.account_id, total.hosting_id, terms.throttleMbps ?? USUAL_THROTTLE_MBPS, now);
  }

  /**
   * Returns true if a server is to be throttled. Billed traffic is throttled at the cap of its subscription, and in a
   * free trial as soon as it is not included.
   */
  function* isOver(measured: Measured, terms: TrafficTerms, now: number): Query<boolean> {
    const { account_id, hosting_id, out_bytes } = measured;
    const included = includedBytes(terms) ?? 0;
    if (terms.beyond === 'throttle') return out_bytes >= included;
    const sold = yield* contracts.findTrafficPrice(account_id, hosting_id, terms, now);
    if (!sold || sold.isFree) return out_bytes >= included;
    // Terms that no reading has applied yet bill from here on.
    const isApplied = measured.terms === JSON.stringify(terms);
    const from = (isApplied ? measured.billable_from : null) ?? Math.max(included, isApplied ? 0 : out_bytes);
    const room = Math.max(0, Math.floor((sold.cap - settledOf(measured)) / sold.price));
    return out_bytes - from >= room * GB;
  }

  return { charge, review, isOver };
}

/** Returns the highest percentage that is reached. A plan without included traffic begins at 100. */
function levelOf(terms: TrafficTerms, outBytes: number): (typeof LEVELS)[number] | undefined {
  const included = includedBytes(terms) ?? 0;
  return LEVELS.find((level) => outBytes > 0 && outBytes * 100 >= included * level);
}
