import type { Query } from '@hostler/database';
import { refuseSuspended } from '../../../identity/accounts/index.ts';
import { listResourceActions } from '../../../platform/actions/index.ts';
import type { OrderServer } from '../../../resources/backups/index.ts';
import type { Servers } from '../../../resources/hosting/index.ts';
import { readOrder } from './read-order.ts';
import type { OrderService } from './service.ts';
import { addSource } from './source.ts';

interface Dependencies {
  servers: Pick<Servers, 'findSource' | 'sealUserData'>;
  orders: Pick<OrderService, 'order'>;
}

/** Orders a server from a backup by the rules of any other order. */
export function orderFromBackup({ servers, orders }: Dependencies): OrderServer {
  return function* order(caller, request, now) {
    const { account, credential } = caller;
    yield* refuseSuspended(account.id);
    const order = yield* addSource(caller, request, yield* readOrder(account.id, request, servers), servers);
    const byProgram = credential.kind === 'key';
    const { subscription } = yield* orders.order(account.id, { ...order, byProgram }, now);
    const { id: subscriptionId, hosting_id } = subscription;
    return { subscriptionId, actionId: hosting_id === null ? null : yield* findCreation(hosting_id) };
  };
}

/** Returns the action that creates a server. It is among the first ones of the server. */
function* findCreation(hostingId: number): Query<number | null> {
  const actions = yield* listResourceActions('hosting', hostingId, 10);
  return actions.find(({ type }) => type === 'hosting.create')?.id ?? null;
}
