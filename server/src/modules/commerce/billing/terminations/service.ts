import type { Query } from '@hostler/database';
import type { LastBackups } from '../../../resources/backups/index.ts';
import type { Servers } from '../../../resources/hosting/index.ts';
import type { Subscriptions } from '../../subscriptions/index.ts';
import type { DunningService } from '../dunning/service.ts';
import type { Done } from '../run/step.ts';
import { endSuspensions } from '../suspensions/store.ts';

const SUSPENDED_TOO_LONG = 'It was suspended for an unpaid invoice for too long.';

interface Dependencies {
  servers: Pick<Servers, 'find' | 'terminate'>;
  lastBackups: LastBackups;
  subscriptions: Pick<Subscriptions, 'find' | 'cancel'>;
  dunning: Pick<DunningService, 'isProtected'>;
}

export type TerminationService = ReturnType<typeof createTerminationService>;

/** Terminates servers that were suspended for non-payment for too long, but never without a verified last backup. */
export function createTerminationService({ servers, lastBackups, subscriptions, dunning }: Dependencies) {
  /**
   * Starts the last backup. Once it is verified, cancels the subscription and terminates the server. Returns each
   * action.
   */
  function* terminate(accountId: number, subscriptionId: number, at: number): Query<Done[]> {
    if (yield* dunning.isProtected(accountId, at)) return [];
    const { hosting_id, status, name } = yield* subscriptions.find(accountId, subscriptionId);
    const server = hosting_id === null ? undefined : yield* servers.find(accountId, hosting_id);
    if (!server && status === 'suspended') {
      yield* subscriptions.cancel(accountId, subscriptionId, true, at);
      yield* endSuspensions(accountId, subscriptionId);
      return [{ what: `${name} has ended.`, reason: SUSPENDED_TOO_LONG }];
    }
    if (!server || server.status === 'terminated' || server.pending === 'terminate') {
      yield* endSuspensions(accountId, subscriptionId);
      return [];
    }
    const last = yield* lastBackups.ensure(accountId, { type: 'hosting', id: server.id }, at);
    if (last.state === 'failed') throw new Error(`The last backup of ${server.hostname} failed: ${last.error}`);
    if (last.state === 'making') return [];
    if (status !== 'cancelled') yield* subscriptions.cancel(accountId, subscriptionId, true, at);
    yield* servers.terminate(accountId, server.id, at);
    yield* endSuspensions(accountId, subscriptionId);
    const what = `${server.hostname} is terminated; backup ${last.backupId} is what is left of it.`;
    return [{ what, reason: SUSPENDED_TOO_LONG }];
  }

  return { terminate };
}
