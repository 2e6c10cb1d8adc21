import type { Query } from '../../../kernel/db/query.ts';
import type { Issued } from '../invoices/index.ts';
import {
  type DueSubscription,
  listToActivate,
  listToBill,
  listToChange,
  listToEnd,
  listUnpaidOrders,
  type Subscriptions,
} from '../subscriptions/index.ts';
import type { DunningService } from './dunning/service.ts';
import { dunningSteps } from './dunning/steps.ts';
import type { Due, RunStep } from './run/step.ts';
import type { SuspensionService } from './suspensions/service.ts';
import { liftStep } from './suspensions/steps.ts';
import type { TerminationService } from './terminations/service.ts';
import { terminationSteps } from './terminations/steps.ts';

interface Dependencies {
  subscriptions: Subscriptions;
  dunning: DunningService;
  suspensions: SuspensionService;
  terminations: TerminationService;
  terminateDays: number;
}

type ListDue = (at: number, after: Pick<DueSubscription, 'due_at' | 'id'>, limit: number) => Query<DueSubscription[]>;
type Perform = (due: DueSubscription, at: number) => Query<readonly string[]>;

/** In this order: what is paid is made, what is to be paid invoiced, orders that were not given up, the rest pursued, then ended. */
export function billingSteps(dependencies: Dependencies): RunStep[] {
  const { subscriptions, dunning, suspensions, terminations, terminateDays } = dependencies;
  return [
    step('paid orders', listToActivate, function* ({ account_id, id, name }, at) {
      return (yield* subscriptions.activate(account_id, id, at)) ? [`${name} is active.`] : [];
    }),
    {
      ...step('renewals', listToBill, function* ({ account_id }, at) {
        return (yield* subscriptions.bill([account_id], at)).map(tell);
      }),
      *performAll(dues, at) {
        const accounts = [...new Set(dues.map(({ accountId }) => accountId))];
        const issued = Map.groupBy(yield* subscriptions.bill(accounts, at), ({ accountId }) => accountId);
        const isFirst = (due: Due, index: number) => dues.findIndex((one) => one.accountId === due.accountId) === index;
        return dues.map((due, index) => (isFirst(due, index) ? (issued.get(due.accountId) ?? []).map(tell) : []));
      },
    },
    step('changes of plan', listToChange, function* ({ account_id, id, name }, at) {
      return (yield* subscriptions.carryOut(account_id, id, at)) ? [`${name} has another plan.`] : [];
    }),
    step('unpaid orders', listUnpaidOrders, function* ({ account_id, id, name }, at) {
      return (yield* subscriptions.cancelUnpaidOrder(account_id, id, at)) ? [`${name} is cancelled, unpaid.`] : [];
    }),
    ...dunningSteps(dunning),
    liftStep(suspensions),
    step('ends', listToEnd, function* ({ account_id, id, name }, at) {
      return (yield* subscriptions.end(account_id, id, at)) ? [`${name} has ended.`] : [];
    }),
    ...terminationSteps(terminations, terminateDays),
  ];
}

const tell = ({ invoice }: Issued) => `Invoice ${invoice.number} is issued.`;

/** A step over subscriptions of all customers. */
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
