import { type Query, sql } from '@hostler/database';

/** A VAT id that is due for a check. */
export interface ToAsk {
  account_id: number;
  vat_id: string;
}

const TO_ASK = sql<{ now: number; limit: number }, ToAsk>(
  `select account_id, vat_id from billing_profiles
   where vat_ask_at <= :now and vat_id is not null order by vat_ask_at limit :limit`,
);

/** Lists due checks of all accounts, the oldest first. */
export function listToAsk(now: number, limit: number): Query<ToAsk[]> {
  return TO_ASK.all({ now, limit });
}
