import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { PAYMENT_STATUSES, type PaymentStatus } from './schemas.ts';
import { PAYMENT_COLUMNS, type PaymentRow } from './store.ts';

/** A payment with its account, for staff and workers. */
export type OwnedPaymentRow = PaymentRow & { account_id: number };
interface Whose {
  account_id: number;
  id: number;
}

const OWNED = `select account_id, ${PAYMENT_COLUMNS} from payments`;
const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from payments where id = :id');
const BY_KEY = sql<{ key: string }, Whose>('select account_id, id from payments where key = :key');
const BY_REFERENCE = sql<{ driver: string; reference: string }, Whose>(
  'select account_id, id from payments where driver = :driver and reference = :reference order by id limit 1',
);
const TO_LOOK_AT = sql<{ now: number; furthest: number; limit: number }, OwnedPaymentRow>(
  `${OWNED} where check_at <= :now or check_at > :furthest order by check_at limit :limit`,
);
const PUT_OFF = sql<{ account_id: number; id: number; check_at: number }>(
  `update payments set check_at = :check_at where account_id = :account_id and id = :id and check_at is not null`,
);

export function* findPaymentOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

/** Finds by our key, or else by the provider's id. */
export function* findPaymentOfProvider(
  driver: string,
  { key, reference }: { key: string | null; reference: string },
): Query<Whose | undefined> {
  const known = key === null ? undefined : yield* BY_KEY.one({ key });
  return known ?? (yield* BY_REFERENCE.one({ driver, reference }));
}

/** Lists the payments of all accounts or of one. */
export const listAllPayments = defineStaffList<OwnedPaymentRow, PaymentStatus>({
  select: OWNED,
  statuses: byColumn(PAYMENT_STATUSES),
  searched: ['method', 'reference', 'failure'],
  filters: {
    invoice_id: 'invoice_id = :invoice_id',
    created_from: 'created_at >= :created_from',
    created_before: 'created_at < :created_before',
  },
});

/** Lists payments that are due for a poll, or were scheduled before the clock was set back. */
export function listPaymentsToPoll(now: number, furthest: number, limit: number): Query<OwnedPaymentRow[]> {
  return TO_LOOK_AT.all({ now, furthest, limit });
}

export function* postponePoll({ account_id, id }: OwnedPaymentRow, check_at: number): Query<void> {
  yield* PUT_OFF.run({ account_id, id, check_at });
}
