import { later, nullable, number, type Query, type Row, sql, table, text } from '@hostler/database';
import type { BillingPeriod } from '../../plans/index.ts';
import type { NoticeStatus, WithoutConsent } from './schemas.ts';

export const priceChanges = table('price_changes', {
  id: number(),
  plan_id: number(),
  plan: text(),
  billing_period: text<BillingPeriod>(),
  currency: text(),
  price: number(),
  monthly_cap: nullable(number()),
  from_at: number(),
  without_consent: text<WithoutConsent>(),
  created_at: number(),
});
export type PriceChangeRow = Row<typeof priceChanges>;

export const priceNotices = table(
  'price_notices',
  {
    id: number(),
    price_change_id: number(),
    subscription_id: number(),
    customer_kind: text<'business' | 'consumer'>(),
    status: text<NoticeStatus>(),
    old_price: number(),
    new_price: number(),
    currency: text(),
    /** Recipient of the announcement. `message_id` finds it in the mail log. */
    recipient: text(),
    message_id: text(),
    announced_at: number(),
    sent_at: later(number()),
    effective_at: number(),
    /** When the billing run decides it. Null once decided. */
    decide_at: nullable(number()),
    agreed_at: later(number()),
    agreed_by: later(text()),
    /** Hash of the secret in the mail's link. Null once used. */
    token_hash: nullable(text()),
    decided_at: later(number()),
  },
  { hidden: { account_id: number() } },
);
export type NoticeRow = Row<typeof priceNotices>;
export type OwnedNotice = NoticeRow & { account_id: number };

const OPEN = sql<{ account_id: number }, NoticeRow>(
  `select ${priceNotices.columns} from price_notices
   where account_id = :account_id and status in ('announced', 'agreed') order by id limit 100`,
);
const FIND = sql<{ account_id: number; id: number }, NoticeRow>(
  `select ${priceNotices.columns} from price_notices where account_id = :account_id and id = :id`,
);
const ENDED = sql<{ account_id: number; subscription_id: number }, { id: number }>(
  `select id from price_notices where account_id = :account_id and subscription_id = :subscription_id and status = 'ended'`,
);
const FIND_CHANGE = sql<{ id: number }, PriceChangeRow>(
  `select ${priceChanges.columns} from price_changes where id = :id`,
);
const AGREE = sql<{
  account_id: number;
  id: number;
  agreed_at: number;
  agreed_by: string;
  effective_at: number;
  decide_at: number;
}>(
  `update price_notices set status = 'agreed', agreed_at = :agreed_at, agreed_by = :agreed_by, token_hash = null,
     effective_at = :effective_at, decide_at = :decide_at
   where account_id = :account_id and id = :id and status = 'announced'`,
);
const BY_TOKEN = sql<{ token_hash: string }, OwnedNotice>(
  `select account_id, ${priceNotices.columns} from price_notices
   where token_hash = :token_hash and status = 'announced' order by id`,
);
const DECIDE = sql<{
  account_id: number;
  id: number;
  status: NoticeStatus;
  decided_at: number | null;
  decide_at: number | null;
  effective_at: number;
}>(
  `update price_notices set status = :status, decided_at = :decided_at, decide_at = :decide_at,
     effective_at = :effective_at
   where account_id = :account_id and id = :id and status in ('announced', 'agreed')`,
);

/** Lists notices that have not taken effect yet, up to 100, the maximum number of subscriptions per account. */
export function listOpenNotices(accountId: number): Query<NoticeRow[]> {
  return OPEN.all({ account_id: accountId });
}

export function findNotice(accountId: number, id: number): Query<NoticeRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

/** Returns whether the subscription ends because its customer did not agree. */
export function* wasEnded(accountId: number, subscription_id: number): Query<boolean> {
  return (yield* ENDED.one({ account_id: accountId, subscription_id })) !== undefined;
}

export function findPriceChange(id: number): Query<PriceChangeRow | undefined> {
  return FIND_CHANGE.one({ id });
}

/** Lists the notices of one mail by its secret, for all subscriptions of the account that it named. */
export function listByToken(token_hash: string): Query<OwnedNotice[]> {
  return BY_TOKEN.all({ token_hash });
}

export function* noteAgreement(
  accountId: number,
  id: number,
  agreement: Pick<NoticeRow, 'effective_at'> & { agreed_at: number; agreed_by: string; decide_at: number },
): Query<boolean> {
  return (yield* AGREE.run({ account_id: accountId, id, ...agreement })) === 1;
}

export function* decideNotice(
  accountId: number,
  id: number,
  decision: Pick<NoticeRow, 'status' | 'decided_at' | 'decide_at' | 'effective_at'>,
): Query<boolean> {
  return (yield* DECIDE.run({ account_id: accountId, id, ...decision })) === 1;
}
