import type { Clock } from '#kernel/time.ts';
import type { Resources } from './resources.ts';

/**
 * Wraps servers for billing, whose time may be in the future (`billing run --at`). Requests to the engine are due now
 * and do not wait for that day.
 */
export function inThePresent(
  { servers, lastBackups }: Resources,
  clock: Clock,
): Pick<Resources, 'servers' | 'lastBackups'> {
  const present = (at: number) => Math.min(at, clock.now());
  return {
    servers: {
      ...servers,
      provision: (accountId, input, at) => servers.provision(accountId, input, present(at)),
      retryCreation: (accountId, id, at) => servers.retryCreation(accountId, id, present(at)),
      suspend: (accountId, id, suspension, at) => servers.suspend(accountId, id, suspension, present(at)),
      lift: (accountId, id, cause, at) => servers.lift(accountId, id, cause, present(at)),
      resize: (accountId, id, size, at) => servers.resize(accountId, id, size, present(at)),
      terminate: (accountId, id, at) => servers.terminate(accountId, id, present(at)),
    },
    lastBackups: { ensure: (accountId, of, at) => lastBackups.ensure(accountId, of, present(at)) },
  };
}
