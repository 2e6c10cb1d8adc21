import { type Query, sql } from '../../../../kernel/db/query.ts';
import { DAY, MINUTE } from '../../../../kernel/time.ts';
import { MAIL_DOMAIN_COLUMNS, type MailDomainRow } from './store.ts';

export type OwnedMailDomain = MailDomainRow & { account_id: number };

/** Further ahead than a look ever is: the clock has been put back since it was planned. */
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
const LIST = sql<{ account_id: number | null; after: number; limit: number }, OwnedMailDomain>(
  `select account_id, ${MAIL_DOMAIN_COLUMNS} from email_domains
   where (cast(:account_id as bigint) is null or account_id = :account_id) and id > :after order by id limit :limit`,
);

/** Domains whose turn it is to be looked at, of all accounts in turn and a few of each. */
export function listDue(now: number, each: number, limit: number): Query<OwnedMailDomain[]> {
  return DUE.all({ now, furthest: now + FURTHEST_MS, each, limit });
}

/** Whoever has it. */
export function findMailDomainByName(domain: string): Query<OwnedMailDomain | undefined> {
  return FIND.one({ domain });
}

/** Of all accounts, or of one. */
export function listAllMailDomains(accountId: number | undefined, limit: number): Query<OwnedMailDomain[]> {
  return LIST.all({ account_id: accountId ?? null, after: 0, limit });
}
