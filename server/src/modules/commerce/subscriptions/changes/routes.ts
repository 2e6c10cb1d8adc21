import type { Database } from '@hostler/database';
import { command, custom, type Route } from '#kernel/http/route.ts';
import type { Clock } from '#kernel/time.ts';
import { refuseSuspended } from '../../../identity/accounts/index.ts';
import { OrderedSubscription } from '../orders/schemas.ts';
import { Subscription } from '../schemas.ts';
import { viewSubscription } from '../view.ts';
import type { ChangePaymentService } from './payment-service.ts';
import { ChangeConfirmation, ChangePreview, PreviewRequest } from './schemas.ts';
import type { ChangeService } from './service.ts';
import { viewPreview } from './view.ts';

const id = { aliases: ['subscription_id'], description: 'Identifier of the subscription.' };

interface Dependencies {
  db: Database;
  clock: Clock;
  changes: ChangeService;
  payment: Pick<ChangePaymentService, 'withdraw'>;
}

export function changeRoutes({ db, clock, changes, payment }: Dependencies): Route[] {
  return [
    custom({
      method: 'POST',
      path: '/subscriptions/preview',
      access: 'billing.write',
      changesNothing: true,
      summary: 'Preview a plan change',
      description:
        'Calculates the cost and the date of a plan change without changing anything. A plan with a higher price takes effect when it is paid, or immediately for trusted accounts; the rest of the period is charged by the second. A plan with the same price takes effect now. A cheaper plan or another billing period takes effect with the next period. A plan with a smaller disk is refused.',
      id,
      body: PreviewRequest,
      data: ChangePreview,
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ caller, id, body }, { inTurn }) {
        return inTurn(() =>
          db.read(
            (function* () {
              const previewed = yield* changes.preview(caller.account.id, id, body, clock.now());
              const isPaidFirst = yield* changes.isPaidFirst(caller.account.id, previewed);
              return viewPreview(previewed, { isPaidFirst });
            })(),
          ),
        );
      },
    }),
    command({
      path: '/subscriptions/change',
      access: 'billing.write',
      summary: 'Change the plan of a subscription',
      description:
        'Changes the plan of a subscription as previewed. `expected_amount` is `amount_due_now` of the preview and stays valid for 10 minutes. If the cost is different now, the error is `CONFLICT` and nothing changes. An upgrade is carried out when it is paid: immediately by credit that covers it, by the saved payment method, or when the invoice is paid. Until then `pending_change` names the invoice, and the subscription stays as it is. The rest of the period counts from the payment; if less is left than was invoiced, the difference becomes credit. An upgrade that is not paid lapses after 7 days, without reminders. A new change replaces a pending one. Trusted accounts change immediately and pay within 14 days.',
      status: 200,
      message: 'Plan change recorded.',
      id,
      body: ChangeConfirmation,
      data: OrderedSubscription,
      errors: ['NOT_FOUND', 'CONFLICT'],
      *handle({ caller, id, body, now }) {
        yield* refuseSuspended(caller.account.id);
        const { subscription, invoice } = yield* changes.change(caller.account.id, id, body, now);
        return { ...viewSubscription(subscription), invoice: invoice ?? null };
      },
    }),
    command({
      path: '/subscriptions/withdraw-change',
      access: 'billing.write',
      summary: 'Withdraw a plan change that is not paid',
      description:
        'Withdraws the `pending_change` of a subscription and cancels its invoice by a credit note. If part of the invoice was paid, that part is credit. If no change waits, or its payment is in progress, the answer is 409.',
      status: 200,
      message: 'Plan change withdrawn.',
      id,
      data: Subscription,
      errors: ['NOT_FOUND', 'CONFLICT'],
      *handle({ caller, id, now }) {
        return viewSubscription(yield* payment.withdraw(caller.account.id, id, now));
      },
    }),
  ];
}
