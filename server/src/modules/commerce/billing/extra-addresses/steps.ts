import { monthStart } from '#kernel/calendar.ts';
import type { Clock } from '#kernel/time.ts';
import type { Issued } from '../../invoices/index.ts';
import { listUnbilledAddresses, type Subscriptions, type UnbilledAddress } from '../../subscriptions/index.ts';
import type { Done, Due, RunStep } from '../run/step.ts';

interface Dependencies {
  clock: Clock;
  subscriptions: Pick<Subscriptions, 'billAddresses'>;
  settings: { readonly timeZone: string };
  tell(issued: Issued): Done;
}

/**
 * Bills extra addresses of past months. The first due address of an account bills all of them, on one invoice. A run
 * for a future day bills no month that is not over by the clock.
 */
export function extraAddressStep(dependencies: Dependencies): RunStep<Due & UnbilledAddress> {
  const { clock, subscriptions, settings, tell } = dependencies;
  const thisMonth = (at: number) => monthStart(settings.timeZone, Math.min(at, clock.now()));
  return {
    name: 'extra addresses',
    *due(at, after, limit) {
      const rows = yield* listUnbilledAddresses(thisMonth(at), after, limit);
      return rows.map((row) => ({ ...row, accountId: row.account_id, time: row.bill_from }));
    },
    *perform({ accountId }, at) {
      return (yield* subscriptions.billAddresses(accountId, thisMonth(at), at)).map(tell);
    },
  };
}
