import type { ServerFollower } from '../../resources/hosting/index.ts';
import { change } from './change.ts';
import type { DeliveryService } from './orders/delivery.ts';
import type { SubscriptionService } from './service.ts';
import { findOfHosting } from './store.ts';

/** What happens to a server happens to what it is paid for with. */
export function followServers(
  { cancel }: Pick<SubscriptionService, 'cancel'>,
  delivery: Pick<DeliveryService, 'begin' | 'noteFailure'>,
): ServerFollower {
  return {
    *created(accountId, hostingId, now) {
      const row = yield* findOfHosting(accountId, hostingId);
      if (row) yield* delivery.begin(accountId, row.id, now);
    },

    *notCreated(accountId, hostingId, error, now) {
      const row = yield* findOfHosting(accountId, hostingId);
      return row !== undefined && (yield* delivery.noteFailure(accountId, row.id, error.message, now));
    },

    /** Its owner sees that the size was not had; the action says it too. */
    *resized(accountId, hostingId, { error }) {
      const row = yield* findOfHosting(accountId, hostingId);
      if (row) yield* change(accountId, row.id, () => ({ resize_error: error?.message ?? null }));
    },

    /** No hour of a server that is gone costs, and no period of it is billed that has not begun. */
    *terminated(accountId, hostingId, now) {
      const row = yield* findOfHosting(accountId, hostingId);
      if (row) yield* cancel(accountId, row.id, row.billing_period === 'hourly', now);
    },
  };
}
