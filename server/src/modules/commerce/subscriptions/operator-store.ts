import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { SUBSCRIPTION_STATUSES } from './schemas.ts';
import { type SubscriptionRow, subscriptions } from './store.ts';

type OwnedSubscriptionRow = SubscriptionRow & { account_id: number };

const OWNER = sql<{ id: number }, { account_id: number }>('select account_id from subscriptions where id = :id');

export const listAllSubscriptions = defineStaffList<OwnedSubscriptionRow, (typeof SUBSCRIPTION_STATUSES)[number]>({
  select: `select account_id, ${subscriptions.columns} from subscriptions`,
  statuses: byColumn(SUBSCRIPTION_STATUSES),
  searched: ['name', 'plan'],
  filters: { plan: 'plan = :plan' },
});

/** Returns the account of a subscription. For staff, who see all customers. */
export function* findSubscriptionOwner(id: number): Query<number | undefined> {
  return (yield* OWNER.one({ id }))?.account_id;
}

const WITHOUT_ADDRESS = sql<{ limit: number }, { account_id: number }>(
  `select a.id as account_id from accounts as a
   where exists (select 1 from subscriptions as s where s.account_id = a.id and s.next_bill_at is not null)
     and not exists (
       select 1 from billing_profiles as p where p.account_id = a.id and trim(coalesce(p.street, '')) <> ''
         and trim(coalesce(p.postal_code, '')) <> '' and trim(coalesce(p.city, '')) <> '' and p.country is not null)
   order by a.id limit :limit`,
);

/** Returns accounts that are billed again and have no complete billing address. */
export function* listBilledWithoutAddress(limit: number): Query<number[]> {
  return (yield* WITHOUT_ADDRESS.all({ limit })).map(({ account_id }) => account_id);
}

/** A subscription of any customer that is due in the billing run, and since when. */
export interface DueSubscription {
  readonly account_id: number;
  readonly id: number;
  readonly name: string;
  readonly due_at: number;
}

/** The last row of the previous page. A failed item stays due and must not be listed twice in one run. */
type After = Pick<DueSubscription, 'due_at' | 'id'>;

const BEFORE_ALL: After = { due_at: -1, id: 0 };

/** Queries by an indexed column, so that the cost depends on what is due and not on what exists. */
function defineDue(
  column: 'next_bill_at' | 'activate_at' | 'pending_until' | 'deliver_by' | 'retry_at' | 'change_at' | 'ends_at',
) {
  const DUE = sql<{ at: number; after_at: number; after_id: number; limit: number }, DueSubscription>(
    `select account_id, id, name, ${column} as due_at from subscriptions
     where ${column} is not null and ${column} <= :at and (${column}, id) > (:after_at, :after_id)
     order by ${column}, id limit :limit`,
  );
  return (at: number, after: After = BEFORE_ALL, limit = 500): Query<DueSubscription[]> =>
    DUE.all({ at, after_at: after.due_at, after_id: after.id, limit });
}

/** Lists due renewals, ends of trials and hourly usage. */
export const listToBill = defineDue('next_bill_at');
/** Lists paid orders whose server could not be requested immediately. */
export const listToActivate = defineDue('activate_at');
/** Lists orders that were not paid in time. */
export const listUnpaidOrders = defineDue('pending_until');
/** Lists paid orders whose server does not run in time. */
export const listUndelivered = defineDue('deliver_by');
/** Lists paid orders whose server creation is to be retried. */
export const listToRetry = defineDue('retry_at');
/** Lists changes of plan that waited for the end of a period. */
export const listToChange = defineDue('change_at');
export const listToEnd = defineDue('ends_at');

const PENDING_CHANGES = sql<{ at: number; after_at: number; after_id: number; limit: number }, DueSubscription>(
  `select s.account_id, s.id, s.name, s.pending_expires_at as due_at
   from subscriptions as s join invoices as i on i.id = s.pending_invoice_id
   where s.pending_expires_at is not null and (s.pending_expires_at, s.id) > (:after_at, :after_id)
     and (s.pending_expires_at <= :at or i.status in ('paid', 'cancelled')
       or s.status not in ('active', 'past_due') or s.cancel_requested_at is not null)
   order by s.pending_expires_at, s.id limit :limit`,
);

/** Lists changes of plan that wait for a payment and are paid, lapsed, or on a cancelled or suspended subscription. */
export function listPendingChanges(at: number, after: After = BEFORE_ALL, limit = 500): Query<DueSubscription[]> {
  return PENDING_CHANGES.all({ at, after_at: after.due_at, after_id: after.id, limit });
}

/** A paid order whose server could not be created at least once. */
export type FailedDelivery = Pick<
  SubscriptionRow,
  'id' | 'name' | 'delivery_failure' | 'delivery_attempts' | 'retry_at' | 'deliver_by' | 'failure_reported_at'
> & { account_id: number };

const IN_DELIVERY = sql<{ after_id: number; limit: number }, { account_id: number; id: number }>(
  `select account_id, id from subscriptions
   where deliver_by is not null and hosting_id is not null and retry_at is null and id > :after_id
   order by id limit :limit`,
);
const FAILED = sql<{ limit: number }, FailedDelivery>(
  `select account_id, id, name, delivery_failure, delivery_attempts, retry_at, deliver_by, failure_reported_at
   from subscriptions where deliver_by is not null and delivery_attempts > 0 order by deliver_by, id limit :limit`,
);
const UNREPORTED = sql<{ limit: number }, FailedDelivery>(
  `select account_id, id, name, delivery_failure, delivery_attempts, retry_at, deliver_by, failure_reported_at
   from subscriptions
   where deliver_by is not null and delivery_attempts > 0 and failure_reported_at is null
   order by deliver_by, id limit :limit`,
);
const LAST_REPORT = sql<object, { reported_at: number | null }>(
  'select max(failure_reported_at) as reported_at from subscriptions where deliver_by is not null',
);

const RESUME = sql<{ since: number; now: number; limit_ms: number; latest: number }>(
  `update subscriptions
   set deliver_by = deliver_by + :now
       - (case when deliver_by - :limit_ms > :since then deliver_by - :limit_ms else :since end),
     retry_at = case when retry_at > :now then :now else retry_at end,
     revision = revision + 1
   where deliver_by is not null and deliver_by < :latest`,
);

/**
 * Extends the delivery limit of every paid order by the part of an outage that it waited for, and retries the creation
 * of their servers now. The limit was counted from the payment, or later if it was extended before.
 */
export const resumeDeliveries = (outage: { since: number; now: number; limit_ms: number }): Query<unknown> =>
  RESUME.run({ ...outage, latest: outage.now + outage.limit_ms });

/** Lists orders whose server was requested and is not known to have failed. */
export function listInDelivery(afterId: number, limit: number): Query<{ account_id: number; id: number }[]> {
  return IN_DELIVERY.all({ after_id: afterId, limit });
}

/** Lists the order that is cancelled next first. */
export function listFailedDeliveries(limit: number): Query<FailedDelivery[]> {
  return FAILED.all({ limit });
}

export function listUnreported(limit: number): Query<FailedDelivery[]> {
  return UNREPORTED.all({ limit });
}

/** Returns when staff were last notified of an order that still waits. */
export function* findLastReport(): Query<number | null> {
  return (yield* LAST_REPORT.one({}))?.reported_at ?? null;
}

/** A server whose size is not that of the plan that its subscription has. */
export interface OtherSize {
  readonly id: number;
  readonly hostname: string;
  readonly vcpus: number;
  readonly memory_mb: number;
  readonly disk_gb: number;
  /** Why staff gave it this size; null if they did not. */
  readonly size_reason: string | null;
  readonly plan: string;
  readonly plan_vcpus: number;
  readonly plan_memory_mb: number;
  readonly plan_disk_gb: number;
}

/** A disk never shrinks, so one that is larger than the plan says is no difference. */
const OTHER_SIZES = sql<{ limit: number }, OtherSize>(
  `select h.id, h.hostname, h.vcpus, h.memory_mb, h.disk_gb, h.size_reason, s.plan,
     v.vcpus as plan_vcpus, v.memory_mb as plan_memory_mb, v.disk_gb as plan_disk_gb
   from subscriptions as s join hosting as h on h.id = s.hosting_id join plan_versions as v on v.id = s.plan_version_id
   where s.status in ('active', 'past_due', 'suspended') and h.status <> 'terminated' and h.pending is null
     and (h.vcpus <> v.vcpus or h.memory_mb <> v.memory_mb or h.disk_gb < v.disk_gb)
   order by h.id limit :limit`,
);

/** Servers that are being changed are left out. */
export function listOtherSizes(limit: number): Query<OtherSize[]> {
  return OTHER_SIZES.all({ limit });
}
