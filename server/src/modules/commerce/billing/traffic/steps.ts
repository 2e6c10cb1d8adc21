import { monthIn, readMonth } from '#kernel/calendar.ts';
import { type Clock, HOUR } from '#kernel/time.ts';
import { listUnbilledTraffic, type UnbilledTraffic } from '../../../resources/hosting/index.ts';
import type { Issued } from '../../invoices/index.ts';
import type { Subscriptions } from '../../subscriptions/index.ts';
import type { Done, Due, RunStep } from '../run/step.ts';

/** The last readings of a month are stored by then. */
const SETTLED_MS = HOUR;

interface Dependencies {
  clock: Clock;
  subscriptions: Pick<Subscriptions, 'billTraffic'>;
  settings: { readonly timeZone: string };
  tell(issued: Issued): Done;
}

/** Bills the traffic of past months. A run for a future day bills no month that is not over by the clock. */
export function trafficStep({ clock, subscriptions, settings, tell }: Dependencies): RunStep<Due & UnbilledTraffic> {
  return {
    name: 'traffic',
    *due(at, { time, id }, limit) {
      const { timeZone } = settings;
      const before = monthIn(timeZone, Math.min(at, clock.now()) - SETTLED_MS);
      const after = { month: time < 0 ? '' : monthIn(timeZone, time), hosting_id: id };
      const rows = yield* listUnbilledTraffic(before, after, limit);
      return rows.map((row) => ({
        ...row,
        ...{ accountId: row.account_id, id: row.hosting_id },
        time: readMonth(timeZone, row.month)?.start ?? 0,
      }));
    },
    *perform({ accountId, hosting_id, month }, at) {
      return (yield* subscriptions.billTraffic(accountId, hosting_id, month, at)).map(tell);
    },
  };
}
