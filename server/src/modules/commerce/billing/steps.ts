import type { Query } from '@hostler/database';
import { dayIn } from '#kernel/calendar.ts';
import type { Clock } from '#kernel/time.ts';
import type { InvoiceService, Issued } from '../invoices/index.ts';
import {
  type DueSubscription,
  listPendingChanges,
  listToActivate,
  listToBill,
  listToChange,
  listToDecide,
  listToEnd,
  listUndelivered,
  listUnpaidOrders,
  type OwnedNotice,
  type PriceDecisions,
  type Subscriptions,
} from '../subscriptions/index.ts';
import type { DunningSettings } from './dunning/schedule.ts';
import type { DunningService } from './dunning/service.ts';
import { dunningSteps } from './dunning/steps.ts';
import { errors } from './errors.ts';
import { extraAddressStep } from './extra-addresses/steps.ts';
import type { Done, Due, RunStep } from './run/step.ts';
import type { SuspensionService } from './suspensions/service.ts';
import { liftStep } from './suspensions/steps.ts';
import type { TerminationService } from './terminations/service.ts';
import { terminationSteps } from './terminations/steps.ts';
import { trafficStep } from './traffic/steps.ts';
import type { UsageCheckService } from './usage/service.ts';
import { usageSteps } from './usage/steps.ts';

interface Dependencies {
  clock: Clock;
  invoices: Pick<InvoiceService, 'findHold'>;
  prices: PriceDecisions;
  subscriptions: Subscriptions;
  dunning: DunningService;
  suspensions: SuspensionService;
  terminations: TerminationService;
  usage: UsageCheckService;
  /** Days in reasons are in the time zone. */
  settings: Pick<DunningSettings, 'terminateDays'> & { readonly timeZone: string };
}

type ListDue = (at: number, after: Pick<DueSubscription, 'due_at' | 'id'>, limit: number) => Query<DueSubscription[]>;
type Perform = (due: DueSubscription, at: number) => Query<readonly Done[]>;

/**
 * Steps run in this order: carry out paid orders, issue invoices, apply or cancel orders and changes, pursue unpaid
 * invoices, terminate.
 */
export function billingSteps(dependencies: Dependencies): RunStep[] {
  const { clock, invoices, prices, subscriptions, dunning, suspensions, terminations, usage, settings } = dependencies;
  return [
    {
      ...step('paid orders', listToActivate, function* ({ account_id, id, name }, at) {
        const isDone = yield* subscriptions.activate(account_id, id, at);
        return isDone ? [{ what: `The order of ${name} is carried out.`, reason: 'The order is paid.' }] : [];
      }),
      neverHeld: true,
    },
    priceStep(prices),
    whileIssuing({
      ...step('renewals', listToBill, function* ({ account_id }, at) {
        return (yield* subscriptions.bill([account_id], at)).map(tell);
      }),
      *performAll(dues, at) {
        const accounts = [...new Set(dues.map(({ accountId }) => accountId))];
        const issued = Map.groupBy(yield* subscriptions.bill(accounts, at), ({ accountId }) => accountId);
        const isFirst = (due: Due, index: number) => dues.findIndex((one) => one.accountId === due.accountId) === index;
        return dues.map((due, index) => (isFirst(due, index) ? (issued.get(due.accountId) ?? []).map(tell) : []));
      },
    }),
    whileIssuing(trafficStep({ clock, subscriptions, settings, tell })),
    whileIssuing(extraAddressStep({ clock, subscriptions, settings, tell })),
    step('changes of plan', listToChange, function* ({ account_id, id, name }, at) {
      const isDone = yield* subscriptions.carryOut(account_id, id, at);
      return isDone ? [{ what: `${name} has another plan.`, reason: 'The change was set for the next period.' }] : [];
    }),
    whileIssuing(
      step('unpaid changes of plan', listPendingChanges, function* ({ account_id, id, name }, at) {
        const outcome = yield* subscriptions.changePayment.review(account_id, id, at);
        const what = `The change of plan of ${name} is ${outcome}.`;
        return outcome ? [{ what, reason: 'The change waited for the payment of its invoice.' }] : [];
      }),
    ),
    whileIssuing(
      step('unpaid orders', listUnpaidOrders, function* ({ account_id, id, name }, at) {
        const isCancelled = yield* subscriptions.cancelUnpaidOrder(account_id, id, at);
        return isCancelled
          ? [{ what: `${name} is cancelled, unpaid.`, reason: 'The order was not paid in time.' }]
          : [];
      }),
    ),
    whileIssuing(
      step('undelivered orders', listUndelivered, function* ({ account_id, id, name }, at) {
        const isCancelled = yield* subscriptions.cancelUndelivered(account_id, id, at);
        const what = `${name} is cancelled: its server could not be created.`;
        return isCancelled ? [{ what, reason: 'The paid order could not be delivered in time.' }] : [];
      }),
    ),
    ...dunningSteps(dunning),
    ...usageSteps(usage).map((step) => whileIssuing(step)),
    liftStep(suspensions),
    step('ends', listToEnd, function* ({ account_id, id, name, due_at }, at) {
      const isEnded = yield* subscriptions.end(account_id, id, at);
      return isEnded
        ? [{ what: `${name} has ended.`, reason: `It was cancelled to ${dayIn(settings.timeZone, due_at)}.` }]
        : [];
    }),
    ...terminationSteps(terminations, settings),
  ];

  /**
   * Wraps a step that issues documents. While they cannot be issued, the first due item fails with the reason and the
   * others wait. So a run reports it once, not for every customer.
   */
  function whileIssuing<D extends Due>(step: RunStep<D>): RunStep<D> {
    return {
      ...step,
      due: (at, after, limit) => step.due(at, after, invoices.findHold() ? 1 : limit),
      *perform(due, at) {
        const hold = invoices.findHold();
        if (hold) throw errors.billing_step_waits({ hold });
        return yield* step.perform(due, at);
      },
    };
  }
}

/** Lines of an invoice that the reason of a renewal names. */
const MOST_NAMED = 3;

function tell({ invoice }: Issued): Done {
  const { number, items, total: amount, currency } = invoice;
  const named = items.slice(0, MOST_NAMED).map(({ description, explanation }) => explanation?.sentence ?? description);
  const left = items.length - named.length;
  const reason = [...named, ...(left > 0 ? [`${left} more ${left === 1 ? 'line' : 'lines'}.`] : [])].join(' ');
  return { what: `Invoice ${number} is issued.`, reason, amount, currency, issued: number };
}

/** Runs before renewals, because it decides the price of the next period. */
function priceStep(prices: PriceDecisions): RunStep<OwnedNotice & { accountId: number; time: number }> {
  return {
    name: 'price changes',
    *due(at, after, limit) {
      const notices = yield* listToDecide(at, after, limit);
      return notices.map((one) => ({ ...one, accountId: one.account_id, time: one.decide_at ?? 0 }));
    },
    perform: (notice, at) => prices.decide(notice.accountId, notice, at),
  };
}

/** Defines a step over the subscriptions of all customers. */
function step(
  name: string,
  list: ListDue,
  perform: Perform,
): RunStep<DueSubscription & { accountId: number; time: number }> {
  return {
    name,
    *due(at, { time, id }, limit) {
      const due = yield* list(at, { due_at: time, id }, limit);
      return due.map((one) => ({ ...one, accountId: one.account_id, time: one.due_at }));
    },
    perform,
  };
}
