import type { ServerFollower } from '../../resources/hosting/index.ts';
import { change } from './change.ts';
import type { ExtraAddressBilling } from './extra-addresses/service.ts';
import type { DeliveryService } from './orders/delivery.ts';
import { prolongDeliveries } from './orders/operator-service.ts';
import type { SubscriptionService } from './service.ts';
import type { SubscriptionSettings } from './settings.ts';
import { findOfHosting } from './store.ts';

/** Updates subscriptions when something happens to their servers. */
export function followServers(
  { cancel }: Pick<SubscriptionService, 'cancel'>,
  delivery: Pick<DeliveryService, 'begin' | 'noteFailure'>,
  addresses: Pick<ExtraAddressBilling, 'endAll'>,
  settings: Pick<SubscriptionSettings, 'cancelUndeliveredHours'>,
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

    /**
     * Shows a failed resize on the subscription. The action reports it too. Writes nothing if nothing changes: a needless
     * write would refuse a plan change that the customer confirms at the same moment.
     */
    *resized(accountId, hostingId, { error }) {
      const row = yield* findOfHosting(accountId, hostingId);
      const resize_error = error?.message ?? null;
      if (!row || row.resize_error === resize_error) return;
      yield* change(accountId, row.id, () => ({ resize_error }));
    },

    /**
     * Cancels the subscription of a terminated server. Hourly usage stops now, and a prepaid period that has not begun
     * is not billed. Its extra addresses are billed until now.
     */
    *terminated(accountId, hostingId, now) {
      yield* addresses.endAll(accountId, hostingId, now);
      const row = yield* findOfHosting(accountId, hostingId);
      if (row) yield* cancel(accountId, row.id, row.billing_period === 'hourly', now);
    },

    /** The delivery limit of paid orders stood still while the engine was away. Their servers are created now. */
    *engineReturned(since, now) {
      yield* prolongDeliveries(since, now, settings);
    },
  };
}
