import type { Query } from '@hostler/database';
import { canBeSuspended, type Servers } from '../../../resources/hosting/index.ts';
import { change, findRow } from '../change.ts';
import type { ExtraAddressBilling } from '../extra-addresses/service.ts';
import { findOfHosting, type SubscriptionRow } from '../store.ts';
import { errors } from './errors.ts';

interface Dependencies {
  servers: Pick<Servers, 'find' | 'assign'>;
  addresses: Pick<ExtraAddressBilling, 'endAll'>;
}

export type LinkService = ReturnType<typeof createLinkService>;

/**
 * Links subscriptions to servers that were not ordered with them: adopted ones, and servers of staff. From then on both
 * are suspended, changed and terminated together.
 */
export function createLinkService({ servers, addresses }: Dependencies) {
  /** Does nothing if the two are linked. Of two concurrent links of the same server or subscription, one is refused. */
  function* link(accountId: number, id: number, hostingId: number, now: number): Query<SubscriptionRow> {
    const row = yield* findRow(accountId, id);
    if (row.hosting_id === hostingId && row.status !== 'cancelled') return row;
    yield* checkFree(accountId, row);
    const server = yield* servers.find(accountId, hostingId);
    const other = yield* findOfHosting(accountId, hostingId);
    if (other) throw errors.server_has_subscription({ id: other.id, server: hostingId });
    // The server comes first: concurrent links of one server wait here, and then see the other subscription.
    yield* servers.assign(accountId, hostingId, { from: server.subscriptionId, to: id, plan: row.plan }, now);
    const linked = yield* change(accountId, id, (current) => {
      refuseStatus(current);
      if (current.hosting_id !== row.hosting_id) throw hasServer(current);
      return { hosting_id: hostingId };
    });
    return linked?.after ?? row;
  }

  /** A server that is terminated, or about to be, can be replaced. */
  function* checkFree(accountId: number, row: SubscriptionRow): Query<void> {
    refuseStatus(row);
    if (row.hosting_id === null) return;
    if (canBeSuspended(yield* servers.find(accountId, row.hosting_id))) throw hasServer(row);
  }

  /** The server stays as it is, and nothing pays for it. Its extra addresses are billed until now. */
  function* unlink(accountId: number, id: number, now: number): Query<SubscriptionRow> {
    const { hosting_id: hostingId } = yield* findRow(accountId, id);
    if (hostingId === null) throw errors.subscription_without_server({ id });
    const { subscriptionId: from } = yield* servers.find(accountId, hostingId);
    if (from === id) yield* servers.assign(accountId, hostingId, { from, to: null }, now);
    yield* addresses.endAll(accountId, hostingId, now);
    const unlinked = yield* change(accountId, id, (current) => {
      if (current.hosting_id !== hostingId) throw errors.subscription_without_server({ id });
      if (current.status === 'pending') throw errors.link_of_pending_order({ id });
      return { hosting_id: null, resize_error: null };
    });
    return unlinked?.after ?? (yield* findRow(accountId, id));
  }

  return { link, unlink };
}

function refuseStatus({ id, status }: SubscriptionRow): void {
  if (status === 'pending') throw errors.link_of_pending_order({ id });
  if (status === 'cancelled') throw errors.link_of_cancelled({ id });
  if (status === 'suspended') throw errors.link_of_suspended({ id });
}

function hasServer({ id, hosting_id }: SubscriptionRow) {
  return errors.subscription_has_server({ id, server: hosting_id ?? 0 });
}
