import { type Query, sql } from '@hostler/database';
import { defineLimit } from '#kernel/limits/limit.ts';
import { DAY } from '#kernel/time.ts';

/** The authority counts the requests of all accounts together, so none may use them up for the others. */
export const certificatesLimit = defineLimit({
  name: 'certificates_per_day',
  default: 50,
  what: 'requests for certificates a day',
  advice: 'Wait',
  each: 'account',
});

/** The window that the limit counts. */
export const COUNTED_MS = DAY;

const COUNT = sql<{ account_id: number; since: number; now: number }, { count: number }>(
  `select count(*) as count from certificate_requests
   where account_id = :account_id and requested_at > :since and requested_at <= :now`,
);
const NOTE = sql<{ account_id: number; now: number }>(
  'insert into certificate_requests (account_id, requested_at) values (:account_id, :now)',
);

/** Counts a request for a certificate. Returns the reason if the account has to wait. */
export function* takeRequest(accountId: number, now: number): Query<string | undefined> {
  const { count = 0 } = (yield* COUNT.one({ account_id: accountId, since: now - COUNTED_MS, now })) ?? {};
  const most = yield* certificatesLimit.read(accountId);
  if (most !== null && count >= most) {
    return `The limit of ${most} requests for certificates in 24 hours is reached. This is tried again.`;
  }
  yield* NOTE.run({ account_id: accountId, now });
  return undefined;
}
