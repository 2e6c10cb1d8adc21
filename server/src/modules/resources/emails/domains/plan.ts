import { type Query, sql } from '@hostler/database';
import type { MailboxSpec, MailDomain } from '#engines/mail/driver.ts';
import { DAY } from '#kernel/time.ts';
import { findSuspension } from '../../../identity/accounts/index.ts';
import { recipientsLimit } from '../limits.ts';
import type { MailboxRow } from '../store.ts';
import type { MailDomainRow } from './store.ts';

type Planned = Pick<
  MailboxRow,
  'address' | 'status' | 'suspended_at' | 'quota_mb' | 'aliases' | 'forward_to' | 'keep_copy'
> & {
  password_hash: string;
};

const MAILBOXES = sql<{ account_id: number; domain_id: number }, Planned>(
  `select address, status, suspended_at, quota_mb, aliases, forward_to, keep_copy, password_hash from emails
   where account_id = :account_id and domain_id = :domain_id order by id`,
);
/** Used if the operator set no limit. Nobody sends that much. */
const NO_LIMIT = 1_000_000;
/**
 * A suspended mailbox accepts mail for this long. Afterwards mail is rejected, so that senders know that it is not
 * read.
 */
const TAKES_MAIL_MS = 30 * DAY;

/** Returns the complete configuration of a domain for the mail server. */
export function* planMailDomain(
  accountId: number,
  { domain_id, domain, status }: MailDomainRow,
  dkim: MailDomain['dkim'],
  now: number,
): Query<MailDomain> {
  const rows = yield* MAILBOXES.all({ account_id: accountId, domain_id });
  const limit = (yield* recipientsLimit.read(accountId)) ?? NO_LIMIT;
  const most = Math.min(limit, NO_LIMIT);
  const suspension = yield* findSuspension(accountId);
  const suspendedSince = suspension?.withMail ? suspension.since : null;
  return {
    name: domain,
    local: status === 'active',
    mailboxes: rows.map((row) => toSpec(suspendedSince === null ? row : suspend(row, suspendedSince), most, now)),
    aliases: rows.flatMap(({ address, aliases }) =>
      (JSON.parse(aliases) as string[]).map((alias) => ({ address: alias, to: [address] })),
    ),
    dkim,
  };
}

/** Suspends a mailbox because its account is suspended with its mail. An earlier suspension keeps its date. */
function suspend(row: Planned, since: number): Planned {
  return { ...row, status: 'suspended', suspended_at: row.suspended_at ?? since };
}

/** Returns the mailbox for the mail server. A suspended mailbox does not forward, because forwarding is sending. */
function toSpec(row: Planned, maxRecipientsPerHour: number, now: number): MailboxSpec {
  const suspended = row.status === 'suspended';
  return {
    address: row.address,
    passwordHash: row.password_hash,
    quotaMb: row.quota_mb,
    suspended,
    closed: suspended && row.suspended_at !== null && now - row.suspended_at >= TAKES_MAIL_MS,
    forwardTo: suspended ? [] : JSON.parse(row.forward_to),
    keepCopy: suspended || row.keep_copy === 1,
    maxRecipientsPerHour,
  };
}
