import type { ActionRetry } from '#kernel/jobs/action-kind.ts';
import { errors } from './errors.ts';
import type { HostingService } from './service.ts';
import type { ThrottleService } from './traffic/throttle.ts';

const AUTOMATIC =
  'It is retried automatically every 10 minutes while the engine and the suspensions of the server differ.';

const SNAPSHOT_RETRIES: Record<string, ActionRetry> = {
  'snapshot.create': { instead: 'The snapshot failed. Have the customer remove it and create a new one.' },
  'snapshot.restore': { instead: 'Have the customer restore the snapshot again.' },
  'snapshot.remove': { instead: 'Delete the snapshot with the tool of the engine. It is deleted with the server.' },
};

/**
 * Returns the retries of hosting actions. They follow the rules of new actions: busy, suspended or terminated servers
 * refuse them.
 */
export function hostingRetries(hosting: HostingService, throttles: ThrottleService): Record<string, ActionRetry> {
  return {
    'hosting.create': {
      *retry(accountId, id, now) {
        if (yield* hosting.retryCreation(accountId, id, now)) return;
        throw errors.nothing_to_create({ id });
      },
    },
    'hosting.adopt': { instead: 'The record ended. Run hostler hosting adopt again.' },
    'hosting.start': { retry: hosting.start },
    'hosting.stop': { retry: (accountId, id, now) => hosting.stop(accountId, id, false, now) },
    'hosting.restart': { retry: (accountId, id, now) => hosting.restart(accountId, id, false, now) },
    'hosting.access': { instead: 'The keys were erased. Have the customer set them again.' },
    'hosting.password': { instead: 'The password was erased. Have the customer reset it again.' },
    'hosting.rebuild': { instead: 'The user data was erased. Have the customer rebuild the server again.' },
    'hosting.rescue': { instead: 'The password was erased. Have the customer try again.' },
    'hosting.resize': { instead: 'Run hostler hosting resize --id ID --plan PLAN.' },
    'hosting.throttle': {
      *retry(accountId, id, now) {
        if (yield* throttles.repeat(accountId, id, now)) return;
        throw errors.no_network_to_limit({ id });
      },
    },
    'hosting.suspend': { instead: AUTOMATIC },
    'hosting.unsuspend': { instead: AUTOMATIC },
    'hosting.reverse': { instead: 'Have the customer set the reverse name again.' },
    'hosting.add-address': { instead: 'Nothing was charged. Have the customer add an address again.' },
    'hosting.remove-address': { instead: 'Have the customer remove the address again.' },
    'hosting.terminate': { retry: hosting.terminate },
    ...SNAPSHOT_RETRIES,
  };
}
