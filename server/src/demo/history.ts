// Gives everything that the demo creates its time in the story: the program itself only records the present.
import { type Query, type SqlValue, sql } from '@hostler/database';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';

/** The company exists for this long, with its plans, staff and canned replies. */
const COMPANY_AGE = 120 * DAY;
/** Customers sign up this long before their first order. */
const BEFORE_ORDER = 25 * MINUTE;
/** Schedules exist as long as the databases. */
const SCHEDULES_AGE = 19 * DAY;
/** Time that the engine needs for a server. */
const CREATION = 41_000;

type Since = { readonly at: number };
type OfAccount = { readonly account_id: number };

const COMPANY = [
  'update persons set created_at = :at, password_changed_at = :at where staff_role is not null',
  'update plans set created_at = :at',
  'update plan_versions set created_at = :at',
  'update canned_replies set created_at = :at, updated_at = :at',
  'update address_pools set created_at = :at',
].map((statement) => sql<Since>(statement));

const CUSTOMER = [
  'update accounts set created_at = :at where id = :account_id',
  `update persons set created_at = :at, password_changed_at = :at
   where id in (select person_id from memberships where account_id = :account_id)`,
  'update memberships set created_at = :at where account_id = :account_id',
  'update billing_profiles set created_at = :at where account_id = :account_id',
  'update webhooks set created_at = :at where account_id = :account_id',
  'update api_keys set created_at = :at where account_id = :account_id',
].map((statement) => sql<OfAccount & Since>(statement));

const NOTE_TIMES = sql<OfAccount & Since>('update account_notes set created_at = :at where account_id = :account_id');
const TICKET_NOTES = sql<Since>('update ticket_notes set created_at = :at');
const CREDIT = sql<OfAccount & Since>(
  `update ledger_entries set created_at = :at where account_id = :account_id and kind = 'granted'`,
);
/** Staff and customers were notified of these messages when they were written. */
const NOTIFIED = sql<OfAccount>('delete from ticket_notices where account_id = :account_id');

/** Backdates the company itself. */
export function* backdateCompany(now: number): Query<void> {
  for (const statement of COMPANY) yield* statement.run({ at: now - COMPANY_AGE });
  yield* TICKET_NOTES.run({ at: now - 30 * MINUTE });
}

/** Backdates an account and its people to shortly before its first order. */
export function* backdateCustomer(account_id: number, firstOrderAt: number, now: number): Query<void> {
  for (const statement of CUSTOMER) yield* statement.run({ account_id, at: firstOrderAt - BEFORE_ORDER });
  yield* NOTE_TIMES.run({ account_id, at: now - 5 * DAY });
  yield* CREDIT.run({ account_id, at: now - 20 * DAY });
  yield* NOTIFIED.run({ account_id });
}

const TOLD = sql<OfAccount>('update invoices set mail_at = null where account_id = :account_id');

/** Clears the mails of the invoices. In the story, customers received them when the invoices were issued. */
export const clearInvoiceMails = (account_id: number): Query<unknown> => TOLD.run({ account_id });

const NEXT_BILL = sql<OfAccount & { id: number }>(
  'update subscriptions set next_bill_at = null, revision = revision + 1 where account_id = :account_id and id = :id',
);

/** Stops the renewal of a subscription that dunning suspends a moment later: a billing run may come before. */
export const stopRenewal = (account_id: number, id: number): Query<unknown> => NEXT_BILL.run({ account_id, id });

/** Backups are created at night and take less than a minute. Applications are installed a day after their server. */
const WORK = [
  `update backups set completed_at = created_at + 38000, verified_at = created_at + 41000
   where account_id = :account_id and status = 'completed' and created_at < completed_at - ${HOUR}`,
  `update actions set started_at = created_at + 1000, finished_at = created_at + 41000
   where account_id = :account_id and created_at < finished_at - ${HOUR}`,
  `update applications set created_at = h.created_at + ${DAY}, installed_at = h.created_at + ${DAY} + 95000
   from hosting as h where h.id = applications.hosting_id and applications.account_id = :account_id
     and applications.status = 'running' and applications.created_at > h.created_at + ${2 * DAY}`,
  `update address_assignments set assigned_at = h.created_at + ${CREATION} from hosting as h
   where h.id = address_assignments.hosting_id and address_assignments.account_id = :account_id
     and address_assignments.assigned_at > h.created_at + ${CREATION}`,
  `update address_assignments set released_at = s.cancelled_at from subscriptions as s
   where s.hosting_id = address_assignments.hosting_id and address_assignments.account_id = :account_id
     and address_assignments.released_at > s.cancelled_at`,
  `update hosting set suspended_at = s.opened_at, revision = revision + 1 from hosting_suspensions as s
   where s.hosting_id = hosting.id and s.closed_at is null and hosting.account_id = :account_id
     and hosting.suspended_at > s.opened_at`,
  // Its machine ran for a moment, because it had to be created.
  `delete from hosting_samples where memory_used_bytes > 0 and exists (select 1 from hosting_suspensions as s
     where s.hosting_id = hosting_samples.hosting_id and s.account_id = :account_id and s.closed_at is null
       and s.opened_at < hosting_samples.at)`,
  // The schedules of the story created the backups of the past days.
  `update backup_schedules set created_at = :since, updated_at = :since,
     last_backup_id = (select max(b.id) from backups as b where b.account_id = backup_schedules.account_id
       and b.resource_type = backup_schedules.resource_type and b.resource_id = backup_schedules.resource_id
       and b.type = 'scheduled' and b.status = 'completed'),
     last_run_at = (select max(b.created_at) from backups as b where b.account_id = backup_schedules.account_id
       and b.resource_type = backup_schedules.resource_type and b.resource_id = backup_schedules.resource_id
       and b.type = 'scheduled' and b.status = 'completed'),
     revision = revision + 1
   where account_id = :account_id and last_run_at is null`,
].map((statement) => sql<OfAccount & { since: number }>(statement));

/** Simulated engines store almost nothing, so the sizes of their copies are chosen to fit what is copied. */
const SIZES = [
  `update backups set size_bytes = h.disk_gb * 58982400 + backups.id * 7340033 from hosting as h
   where backups.account_id = :account_id and backups.status = 'completed' and backups.size_bytes < 10485760
     and backups.resource_type = 'hosting' and h.id = backups.resource_id`,
  `update backups set size_bytes = d.size_bytes / 4 + backups.id * 13001 from databases as d
   where backups.account_id = :account_id and backups.status = 'completed' and backups.size_bytes < 262144
     and backups.resource_type = 'database' and d.id = backups.resource_id`,
  `update hosting_snapshots set size_bytes = h.disk_gb * 41943040 + hosting_snapshots.id * 9437185 from hosting as h
   where hosting_snapshots.account_id = :account_id and hosting_snapshots.status = 'available'
     and hosting_snapshots.size_bytes < 10485760 and h.id = hosting_snapshots.hosting_id`,
  // The limit of an account is compared with this sum.
  `update totals set count = (select coalesce(sum(b.size_bytes), 0) from backups as b
     where b.account_id = :account_id and b.status = 'completed')
   where account_id = :account_id and list = 'backup bytes'
     and not exists (select 1 from backups as b where b.account_id = :account_id and b.status in ('pending', 'running'))`,
].map((statement) => sql<OfAccount>(statement));

/** Customers received these mails when their servers were created and their payments arrived. */
const SENT = sql<OfAccount>(
  `delete from mails where account_id = :account_id and ended_at is not null
   and kind in ('server-ready', 'payment-received', 'alerts')`,
);

/** Time of what an audit entry is about. */
const AUDITED = [
  ['hosting.created', `select created_at + ${CREATION} from hosting where id = record_id`],
  ['hosting.suspended', 'select suspended_at from hosting where id = record_id'],
  ['backup.created', 'select completed_at from backups where id = record_id'],
  ['application.installed', 'select installed_at from applications where id = record_id'],
].map(([action, time]) =>
  sql<OfAccount>(
    `update audit_entries set at = coalesce((${time}), at) where account_id = :account_id and action = '${action}'`,
  ),
);

/** Gives the work of the past weeks its time, and copies their usual size. Repeating it changes nothing. */
export function* backdateWork(account_id: number, now: number): Query<void> {
  for (const statement of WORK) yield* statement.run({ account_id, since: now - SCHEDULES_AGE });
  for (const statement of SIZES) yield* statement.run({ account_id });
  for (const statement of AUDITED) yield* statement.run({ account_id });
  yield* SENT.run({ account_id });
}

const AUDIT_COLUMNS = [
  ...['account_id', 'environment', 'actor_kind', 'actor_id', 'actor_label', 'action', 'record_type', 'record_id'],
  ...['record_label', 'changed', 'address', 'request_id', 'at', 'reason'],
];
const AUDIT = sql<object, { id: number; at: number } & Record<string, SqlValue>>(
  `select id, ${AUDIT_COLUMNS.join(', ')} from audit_entries order by id`,
);
const REPLACE = sql<Record<string, SqlValue>>(
  `update audit_entries set ${AUDIT_COLUMNS.map((name) => `${name} = :${name}`).join(', ')} where id = :id`,
);

/** Sorts the audit log by time: it is read in the order of its ids. */
export function* sortAudit(): Query<void> {
  const entries = yield* AUDIT.all({});
  const sorted = entries.toSorted((a, b) => a.at - b.at || a.id - b.id);
  for (const [index, { id: _, ...content }] of sorted.entries()) {
    const place = entries[index];
    if (place && sorted[index] !== place) yield* REPLACE.run({ ...content, id: place.id });
  }
}
