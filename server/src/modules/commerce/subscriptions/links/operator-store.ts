import { type Query, sql } from '@hostler/database';

export interface UnlinkedServer {
  readonly id: number;
  readonly hostname: string;
  readonly account_id: number;
}

interface UnlinkedSubscription {
  readonly id: number;
  readonly name: string;
  readonly account_id: number;
}

/** Uses `subscriptions_by_hosting`. */
const SERVERS = sql<{ limit: number }, UnlinkedServer>(
  `select h.id, h.hostname, h.account_id from hosting as h
   where h.status <> 'terminated' and not exists (
     select 1 from subscriptions as s
     where s.account_id = h.account_id and s.hosting_id = h.id and s.hosting_id is not null and s.status <> 'cancelled')
   order by h.id limit :limit`,
);
const SUBSCRIPTIONS = sql<{ limit: number }, UnlinkedSubscription>(
  `select s.id, s.name, s.account_id from subscriptions as s left join hosting as h on h.id = s.hosting_id
   where s.status in ('active', 'past_due', 'suspended') and s.ends_at is null
     and (s.hosting_id is null or h.status = 'terminated')
   order by s.id limit :limit`,
);

/** Lists servers that no subscription pays for. */
export function listUnlinkedServers(limit: number): Query<UnlinkedServer[]> {
  return SERVERS.all({ limit });
}

/** Lists subscriptions that are billed again and have no server. */
export function listUnlinkedSubscriptions(limit: number): Query<UnlinkedSubscription[]> {
  return SUBSCRIPTIONS.all({ limit });
}
