import type { Query } from '@hostler/database';
import type { Clock } from '#kernel/time.ts';
import { requireAccount } from '../../../identity/accounts/index.ts';
import { findProfile, limitUsage } from '../../profiles/index.ts';
import type { Cover, CoverService } from './service.ts';

interface UsageLimitChange {
  account_id: number;
  /** In minor units of the account's currency. Null resets to the general limit. Absent keeps the current one. */
  amount?: number | null | undefined;
}

interface Dependencies {
  clock: Clock;
  cover: Pick<CoverService, 'measure'>;
}

export type CoverOperatorService = ReturnType<typeof createCoverOperatorService>;

export function createCoverOperatorService({ clock, cover }: Dependencies) {
  /** Shows the hourly usage and the cover of an account, and changes the limit of its saved payment method. */
  function* changeLimit({ account_id, amount }: UsageLimitChange) {
    yield* requireAccount(account_id);
    if (amount !== undefined) yield* limitUsage(account_id, amount, clock.now());
    return yield* show(account_id);
  }

  function* show(accountId: number): Query<ReturnType<typeof viewCover>> {
    const { usage_limit } = yield* findProfile(accountId);
    return viewCover(accountId, usage_limit, yield* cover.measure(accountId, clock.now()));
  }

  return { changeLimit };
}

function viewCover(
  account_id: number,
  own_limit: number | null,
  { currency, isTrusted, hasMethod, limit, credit, covered, unbilled, unpaid }: Cover,
) {
  return {
    account_id,
    currency,
    trusted: isTrusted,
    saved_method: hasMethod,
    own_limit,
    limit,
    credit,
    covered: isTrusted ? null : covered,
    unbilled_usage: unbilled,
    unpaid_usage: unpaid,
  };
}
