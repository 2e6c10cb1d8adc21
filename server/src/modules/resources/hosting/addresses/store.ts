import { later, number, type Query, type Row, sql, table, text } from '@hostler/database';
import { listAddresses } from './address.ts';

/** Records which server had an address, and when. Rows outlive their server. */
export const assignments = table(
  'address_assignments',
  {
    id: number(),
    account_id: number(),
    hosting_id: number(),
    hostname: text(),
    address: text(),
    assigned_at: number(),
    /** 1 if the server had the address before the history began. `assigned_at` is then the creation of the server. */
    estimated: number(),
    /** Null while the server has it. */
    released_at: later(number()),
  },
  {},
);
export type AssignmentRow = Row<typeof assignments>;

/** A server whose addresses are recorded. */
interface Addressed {
  id: number;
  hostname: string;
  ipv4: string;
  ipv6: string;
}

/**
 * Rows kept per server. The oldest released rows are deleted, so that a machine cannot fill the disk by changing
 * addresses.
 */
export const KEPT_OF_SERVER = 1_000;

const OPEN = sql<{ hosting_id: number }, AssignmentRow>(
  `select ${assignments.columns} from address_assignments where hosting_id = :hosting_id and released_at is null
   order by id {for update}`,
);
const EXTRA = sql<{ hosting_id: number }, { address: string }>(
  `select address from pool_addresses where hosting_id = :hosting_id and status = 'assigned' and kind = 'extra'`,
);
const RELEASE = sql<{ id: number; now: number }>(
  'update address_assignments set released_at = :now where id = :id and released_at is null',
);
const TRIM = sql<{ hosting_id: number; most: number }>(
  `delete from address_assignments where released_at is not null and id in (
     select id from address_assignments where hosting_id = :hosting_id order by id desc limit 100 offset :most)`,
);
const FORGET = sql<{ before: number; limit: number }>(
  `delete from address_assignments where id in (
     select id from address_assignments where released_at < :before order by released_at limit :limit)`,
);

/**
 * Updates the open rows of a server to its addresses and its extra ones, in the transaction that changes them. Idempotent. Returns the
 * number of rows written.
 */
export function* recordAddresses(accountId: number, server: Addressed, now: number): Query<number> {
  const open = yield* OPEN.all({ hosting_id: server.id });
  const wanted = listAddresses(server).union(
    new Set((yield* EXTRA.all({ hosting_id: server.id })).map(({ address }) => address)),
  );
  const released = open.filter(({ address }) => !wanted.has(address));
  for (const { id, assigned_at } of released) yield* RELEASE.run({ id, now: Math.max(now, assigned_at) });
  const known = new Set(open.map(({ address }) => address));
  const added = [...wanted].filter((address) => !known.has(address));
  const about = { account_id: accountId, hosting_id: server.id, hostname: server.hostname };
  for (const address of added) yield* assignments.insert({ ...about, address, assigned_at: now, estimated: 0 });
  if (added.length > 0) yield* TRIM.run({ hosting_id: server.id, most: KEPT_OF_SERVER });
  return released.length + added.length;
}

export function forgetAssignments(before: number, limit: number): Query<number> {
  return FORGET.run({ before, limit });
}
