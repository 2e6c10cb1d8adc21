import type { Query } from '@hostler/database';
import type { ServerContract } from '../contract.ts';
import type { TrafficMail } from './mail.ts';
import type { MonthTotal } from './operator-store.ts';
import { noteReported } from './store.ts';
import { GB, includedBytes, readStoredTerms, type TrafficTerms, USUAL_THROTTLE_MBPS } from './terms.ts';
import type { ThrottleService } from './throttle.ts';

/** Percentages of the included traffic that customers are notified of. */
const LEVELS = [100, 80] as const;

interface Dependencies {
  contracts: Pick<ServerContract, 'findTrafficCap'>;
  throttles: ThrottleService;
  mail: TrafficMail;
}

export type TrafficLimits = ReturnType<typeof createTrafficLimits>;

/** Applies the terms of plans to the traffic of their servers. */
export function createTrafficLimits({ contracts, throttles, mail }: Dependencies) {
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
    if (isThrottled || level < 100 || !(yield* isOver(total, terms))) return;
    yield* throttles.set(total.account_id, total.hosting_id, terms.throttleMbps ?? USUAL_THROTTLE_MBPS, now);
  }

  /** Returns true if a server is to be throttled. Billed traffic is throttled at the cap of its subscription. */
  function* isOver(
    { account_id, hosting_id, out_bytes }: Pick<MonthTotal, 'account_id' | 'hosting_id' | 'out_bytes'>,
    terms: TrafficTerms,
  ): Query<boolean> {
    const beyond = out_bytes - (includedBytes(terms) ?? 0);
    if (beyond < 0) return false;
    if (terms.beyond === 'throttle') return true;
    const cap = yield* contracts.findTrafficCap(account_id, hosting_id, terms);
    return cap !== null && beyond >= cap * GB;
  }

  return { review, isOver };
}

/** Returns the highest percentage that is reached. A plan without included traffic begins at 100. */
function levelOf(terms: TrafficTerms, outBytes: number): (typeof LEVELS)[number] | undefined {
  const included = includedBytes(terms) ?? 0;
  return LEVELS.find((level) => outBytes > 0 && outBytes * 100 >= included * level);
}
