import { type Query, sql } from '@hostler/database';

/** Reason why an account is not charged automatically. */
export interface ChargingStop {
  account_id: number;
  payment_id: number | null;
  reason: string;
  created_at: number;
}

const FIND = sql<{ account_id: number }, ChargingStop>(
  'select account_id, payment_id, reason, created_at from charging_stops where account_id = :account_id',
);
const STOP = sql<ChargingStop>(
  `insert into charging_stops (account_id, payment_id, reason, created_at)
   values (:account_id, :payment_id, :reason, :created_at) on conflict (account_id) do nothing`,
);
const LIFT = sql<{ account_id: number }, ChargingStop>(
  'delete from charging_stops where account_id = :account_id returning account_id, payment_id, reason, created_at',
);

export function findChargingStop(accountId: number): Query<ChargingStop | undefined> {
  return FIND.one({ account_id: accountId });
}

/** The first reason stays. */
export function* stopCharging(stop: ChargingStop): Query<void> {
  yield* STOP.run(stop);
}

export function allowCharging(accountId: number): Query<ChargingStop | undefined> {
  return LIFT.one({ account_id: accountId });
}
