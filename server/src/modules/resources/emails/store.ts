import {
  addToTotal,
  countRow,
  countRows,
  defineList,
  foldForSearch,
  later,
  moveRow,
  number,
  ofAccount,
  type Page,
  type PageRequest,
  type Query,
  type Row,
  sql,
  table,
  text,
} from '@hostler/database';
import { MAILBOX_ORDERS, type MailboxStatus, type Suspender } from './schemas.ts';

const emails = table(
  'emails',
  {
    id: number(),
    domain_id: number(),
    address: text(),
    status: text<MailboxStatus>(),
    suspended_by: later(text<Suspender>()),
    suspended_at: later(number()),
    quota_mb: number(),
    used_bytes: number(),
    /** Aliases and forwards are JSON. */
    aliases: text(),
    forward_to: text(),
    /** 1 if forwarded mail is kept too. */
    keep_copy: number(),
    created_at: number(),
    updated_at: number(),
  },
  { hidden: { account_id: number(), password_hash: text(), search_text: text() } },
);
export type MailboxRow = Row<typeof emails>;
export const MAILBOX_COLUMNS = emails.columns;

const LIST = defineList<MailboxRow>({
  columns: emails.columns,
  strands: [ofAccount('emails')],
  orders: MAILBOX_ORDERS,
});
const LIST_OF_DOMAIN = defineList<MailboxRow>({
  columns: emails.columns,
  strands: [{ table: 'emails', keys: { account_id: ':account_id', domain_id: ':domain_id' }, searchable: true }],
  orders: MAILBOX_ORDERS,
});
const FIND = sql<{ account_id: number; id: number }, MailboxRow>(
  `select ${emails.columns} from emails where account_id = :account_id and id = :id`,
);
const FIND_BY_ADDRESS = sql<{ account_id: number; address: string }, MailboxRow>(
  `select ${emails.columns} from emails where account_id = :account_id
     and id = (select email_id from email_addresses where address = :address and account_id = :account_id)`,
);
const CHANGE = sql<MailboxRow & { account_id: number }>(
  `update emails set status = :status, suspended_by = :suspended_by, suspended_at = :suspended_at, quota_mb = :quota_mb,
     aliases = :aliases, forward_to = :forward_to, keep_copy = :keep_copy, updated_at = :updated_at
   where account_id = :account_id and id = :id`,
);
const SET_PASSWORD = sql<{ account_id: number; id: number; password_hash: string; now: number }>(
  'update emails set password_hash = :password_hash, updated_at = :now where account_id = :account_id and id = :id',
);
const DELETE = sql<{ account_id: number; id: number }>(
  'delete from emails where account_id = :account_id and id = :id',
);
const DELETE_OF_DOMAIN = sql<{ account_id: number; domain_id: number }, MailboxRow>(
  `delete from emails where account_id = :account_id and domain_id = :domain_id returning ${emails.columns}`,
);
interface AddressRow {
  account_id: number;
  domain_id: number;
  email_id: number;
  address: string;
}
const TAKE_ADDRESS = sql<AddressRow>(
  `insert into email_addresses (address, account_id, domain_id, email_id)
   values (:address, :account_id, :domain_id, :email_id) on conflict (address) do nothing`,
);
const LEAVE_ADDRESS = sql<Pick<AddressRow, 'account_id' | 'email_id' | 'address'>>(
  'delete from email_addresses where account_id = :account_id and email_id = :email_id and address = :address',
);
const COUNT_ADDRESSES = sql<{ domain_id: number; limit: number }, { count: number }>(
  `select count(*) as count from (select 1 from email_addresses where domain_id = :domain_id limit :limit) as counted`,
);

/** Lists the mailboxes of all domains or of one. */
export function listMailboxes(accountId: number, page: PageRequest, domainId?: number): Query<Page<MailboxRow>> {
  if (domainId === undefined) return LIST(accountId, page);
  return LIST_OF_DOMAIN(accountId, page, { parameters: { domain_id: domainId }, counts: [totalsOf(domainId)] });
}

export function findMailbox(accountId: number, id: number): Query<MailboxRow | undefined> {
  return FIND.one({ account_id: accountId, id });
}

/** Finds a mailbox by its address or an alias. */
export function findByAddress(accountId: number, address: string): Query<MailboxRow | undefined> {
  return FIND_BY_ADDRESS.one({ account_id: accountId, address });
}

export type NewMailboxRow = Pick<
  MailboxRow,
  'domain_id' | 'address' | 'quota_mb' | 'aliases' | 'forward_to' | 'keep_copy' | 'created_at'
>;

export function* insertMailbox(accountId: number, row: NewMailboxRow, passwordHash: string): Query<MailboxRow> {
  const hidden = { account_id: accountId, password_hash: passwordHash, search_text: foldForSearch(row.address) };
  const made = yield* emails.insert({ ...row, status: 'active', used_bytes: 0, updated_at: row.created_at }, hidden);
  yield* weigh(accountId, made, 1);
  for (const list of listsOf(made)) {
    yield* countRow({ account_id: accountId, list, status: made.status, id: made.id, count: 1 });
  }
  return made;
}

/** Changes a mailbox. The caller holds the lock on the account's mailboxes, so `before` is current. */
export function* changeMailbox(accountId: number, before: MailboxRow, after: MailboxRow): Query<void> {
  yield* CHANGE.run({ ...after, account_id: accountId });
  yield* weigh(accountId, before, -1);
  yield* weigh(accountId, after, 1);
  for (const list of listsOf(after)) yield* moveRow(accountId, list, after.id, before.status, after.status);
}

export function* setPassword(accountId: number, id: number, password_hash: string, now: number): Query<void> {
  yield* SET_PASSWORD.run({ account_id: accountId, id, password_hash, now });
}

export function* deleteMailbox(accountId: number, row: MailboxRow): Query<void> {
  yield* DELETE.run({ account_id: accountId, id: row.id });
  yield* forget(accountId, [row]);
}

/** Deletes all mailboxes of a domain and returns their number. */
export function* deleteMailboxesOf(accountId: number, domainId: number): Query<number> {
  const gone = yield* DELETE_OF_DOMAIN.all({ account_id: accountId, domain_id: domainId });
  yield* forget(accountId, gone);
  return gone.length;
}

function* forget(accountId: number, gone: readonly MailboxRow[]): Query<void> {
  for (const row of gone) yield* weigh(accountId, row, -1);
  yield* countRows(
    gone.flatMap((row) =>
      listsOf(row).map((list) => ({ account_id: accountId, list, status: row.status, id: row.id, count: -1 })),
    ),
  );
}

/** Returns false if the address already belongs to a mailbox, this one included. */
export function* takeAddress(accountId: number, { id, domain_id }: MailboxRow, address: string): Query<boolean> {
  return (yield* TAKE_ADDRESS.run({ account_id: accountId, domain_id, email_id: id, address })) === 1;
}

export function* leaveAddress(accountId: number, { id }: MailboxRow, address: string): Query<void> {
  yield* LEAVE_ADDRESS.run({ account_id: accountId, email_id: id, address });
}

/** Counts the addresses of a domain, including aliases, up to a limit. */
export function* countAddresses(domainId: number, limit: number): Query<number> {
  return (yield* COUNT_ADDRESSES.one({ domain_id: domainId, limit }))?.count ?? 0;
}

/** Adds the aliases, quota and forwards of a mailbox to the totals of their limits, or subtracts them. */
function* weigh(accountId: number, row: MailboxRow, sign: 1 | -1): Query<void> {
  const amounts = {
    'email aliases': count(row.aliases),
    'email bytes': row.quota_mb * 1024 ** 2,
    'email forwards': count(row.forward_to),
  };
  for (const [list, amount] of Object.entries(amounts)) {
    if (amount > 0) yield* addToTotal(accountId, list, '', sign * amount);
  }
}

function count(json: string): number {
  return (JSON.parse(json) as unknown[]).length;
}

/** Returns the lists that count a mailbox: that of the account and that of its domain. */
function listsOf({ domain_id }: MailboxRow): string[] {
  return ['emails', totalsOf(domain_id)];
}

function totalsOf(domainId: number): string {
  return `emails/domain/${domainId}`;
}
