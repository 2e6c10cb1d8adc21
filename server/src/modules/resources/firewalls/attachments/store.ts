import { number, type Query, type Row, sql, table } from '@hostler/database';

const attachments = table(
  'firewall_attachments',
  {
    id: number(),
    account_id: number(),
    firewall_id: number(),
    hosting_id: number(),
    created_at: number(),
  },
  { unique: 'hosting_id, firewall_id' },
);
type AttachmentRow = Row<typeof attachments>;
type Pair = Pick<AttachmentRow, 'account_id' | 'firewall_id' | 'hosting_id'>;

const OF_ACCOUNT = sql<{ account_id: number }, Pick<AttachmentRow, 'firewall_id' | 'hosting_id'>>(
  `select firewall_id, hosting_id from firewall_attachments where account_id = :account_id
   order by firewall_id, hosting_id`,
);
const OF_FIREWALL = sql<Omit<Pair, 'hosting_id'>, Pick<AttachmentRow, 'hosting_id'>>(
  `select hosting_id from firewall_attachments where account_id = :account_id and firewall_id = :firewall_id
   order by hosting_id`,
);
const OF_SERVER = sql<Omit<Pair, 'firewall_id'>, Pick<AttachmentRow, 'firewall_id'>>(
  `select firewall_id from firewall_attachments where account_id = :account_id and hosting_id = :hosting_id
   order by firewall_id`,
);
const DELETE = sql<Pair>(
  `delete from firewall_attachments
   where account_id = :account_id and hosting_id = :hosting_id and firewall_id = :firewall_id`,
);
const DELETE_OF_SERVER = sql<Omit<Pair, 'firewall_id'>>(
  'delete from firewall_attachments where account_id = :account_id and hosting_id = :hosting_id',
);

const RULES_OF_ACCOUNT = sql<{ account_id: number }, { servers: number; inbound: string; outbound: string }>(
  `select count(*) as servers, f.inbound, f.outbound from firewall_attachments as a
   join firewalls as f on f.id = a.firewall_id where a.account_id = :account_id group by f.id, f.inbound, f.outbound`,
);

/** Returns the rules of each attached firewall of an account, as stored, with the number of its servers. */
export function listAttachedRules(accountId: number) {
  return RULES_OF_ACCOUNT.all({ account_id: accountId });
}

/** Returns the servers of each firewall of an account. */
export function* listAttachments(accountId: number): Query<Map<number, number[]>> {
  const servers = new Map<number, number[]>();
  for (const { firewall_id, hosting_id } of yield* OF_ACCOUNT.all({ account_id: accountId })) {
    servers.set(firewall_id, [...(servers.get(firewall_id) ?? []), hosting_id]);
  }
  return servers;
}

export function* listServersOf(accountId: number, firewallId: number): Query<number[]> {
  const rows = yield* OF_FIREWALL.all({ account_id: accountId, firewall_id: firewallId });
  return rows.map(({ hosting_id }) => hosting_id);
}

export function* listFirewallsOf(accountId: number, hostingId: number): Query<number[]> {
  const rows = yield* OF_SERVER.all({ account_id: accountId, hosting_id: hostingId });
  return rows.map(({ firewall_id }) => firewall_id);
}

/** Returns false if the firewall is already attached to the server. */
export function* attach(accountId: number, firewallId: number, hostingId: number, now: number): Query<boolean> {
  const row = { account_id: accountId, firewall_id: firewallId, hosting_id: hostingId, created_at: now };
  return (yield* attachments.insert(row)) !== undefined;
}

/** Returns false if the firewall is not attached to the server. */
export function* detach(accountId: number, firewallId: number, hostingId: number): Query<boolean> {
  return (yield* DELETE.run({ account_id: accountId, firewall_id: firewallId, hosting_id: hostingId })) > 0;
}

export function* detachAll(accountId: number, hostingId: number): Query<void> {
  yield* DELETE_OF_SERVER.run({ account_id: accountId, hosting_id: hostingId });
}
