import { byColumn, defineStaffList, type Query, sql } from '@hostler/database';
import { DAY, MINUTE } from '#kernel/time.ts';
import { MAIL_DOMAIN_STATUSES, type MailDomainStatus } from './schemas.ts';
import { MAIL_DOMAIN_COLUMNS, type MailDomainRow } from './store.ts';

export type OwnedMailDomain = MailDomainRow & { account_id: number };

/** A check further ahead than this was scheduled before the clock was set back. Treat it as due. */
const FURTHEST_MS = DAY + MINUTE;
const DUE = sql<{ now: number; furthest: number; each: number; limit: number }, OwnedMailDomain>(
  `select account_id, ${MAIL_DOMAIN_COLUMNS} from (
     select account_id, ${MAIL_DOMAIN_COLUMNS}, next_check_at,
       row_number() over (partition by account_id order by next_check_at, id) as turn
     from email_domains where next_check_at <= :now or next_check_at > :furthest) as due
   where turn <= :each order by turn, next_check_at, id limit :limit`,
);
const FIND = sql<{ domain: string }, OwnedMailDomain>(
  `select account_id, ${MAIL_DOMAIN_COLUMNS} from email_domains where domain = :domain`,
);

const COUNT = sql<object, { status: MailDomainRow['status']; count: number }>(
  'select status, count(*) as count from email_domains group by status',
);
const UNPROVED = sql<{ limit: number }, Pick<OwnedMailDomain, 'domain' | 'status'>>(
  'select domain, status from email_domains where lost_since is not null order by lost_since, id limit :limit',
);

/** Counts the mail domains of all accounts by status. */
export function* countByStatus(): Query<Record<MailDomainRow['status'], number>> {
  const counts = { pending: 0, active: 0, lost: 0 };
  for (const { status, count } of yield* COUNT.all({})) counts[status] = count;
  return counts;
}

/** Lists domains whose proof has disappeared, longest missing first. */
export function listUnproved(limit: number): Query<Pick<OwnedMailDomain, 'domain' | 'status'>[]> {
  return UNPROVED.all({ limit });
}

/** Lists domains that are due for a check, a few per account, taking accounts in turn. */
export function listDue(now: number, each: number, limit: number): Query<OwnedMailDomain[]> {
  return DUE.all({ now, furthest: now + FURTHEST_MS, each, limit });
}

/** Finds a mail domain of any account. */
export function findMailDomainByName(domain: string): Query<OwnedMailDomain | undefined> {
  return FIND.one({ domain });
}

/** Lists the mail domains of all accounts or of one. */
export const listAllMailDomains = defineStaffList<OwnedMailDomain, MailDomainStatus>({
  select: `select account_id, ${MAIL_DOMAIN_COLUMNS} from email_domains`,
  cursor: 'domain_id',
  statuses: byColumn(MAIL_DOMAIN_STATUSES),
  searched: ['domain'],
});
