import type { Database } from '../../../../kernel/db/database.ts';
import { command, custom, type Route } from '../../../../kernel/http/route.ts';
import type { Clock } from '../../../../kernel/time.ts';
import { OrderedSubscription } from '../orders/schemas.ts';
import { viewSubscription } from '../view.ts';
import { ChangeConfirmation, ChangePreview, PreviewRequest } from './schemas.ts';
import type { ChangeService } from './service.ts';
import { viewPreview } from './view.ts';

const id = { aliases: ['subscription_id'], description: 'Identifier of the subscription.' };

interface Dependencies {
  db: Database;
  clock: Clock;
  changes: ChangeService;
}

export function changeRoutes({ db, clock, changes }: Dependencies): Route[] {
  return [
    custom({
      method: 'POST',
      path: '/subscriptions/preview',
      access: 'billing.write',
      changesNothing: true,
      summary: 'Preview a plan change',
      description:
        'Calculates the cost and the date of a plan change without changing anything. A plan with the same or a higher price takes effect now, and the rest of the period is charged by the second. A cheaper plan or another billing period takes effect with the next period. A plan with a smaller disk is refused.',
      id,
      body: PreviewRequest,
      data: ChangePreview,
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ caller, id, body }, { inTurn }) {
        return inTurn(() =>
          db.read(
            (function* () {
              return viewPreview(yield* changes.preview(caller.account.id, id, body, clock.now()));
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
        'Changes the plan of a subscription as previewed. `expected_amount` is `amount_due_now` of the preview and stays valid for 10 minutes. If the cost is different now, the error is `CONFLICT` and nothing changes. The VPS is resized immediately or with the next period.',
      status: 200,
      message: 'Plan change recorded.',
      id,
      body: ChangeConfirmation,
      data: OrderedSubscription,
      errors: ['NOT_FOUND', 'CONFLICT'],
      *handle({ caller, id, body, now }) {
        const { subscription, invoice } = yield* changes.change(caller.account.id, id, body, now);
        return { ...viewSubscription(subscription), invoice: invoice ?? null };
      },
    }),
  ];
}
