import type { Database } from '../../../../kernel/db/database.ts';
import { command, custom, type Route } from '../../../../kernel/http/route.ts';
import type { Clock } from '../../../../kernel/time.ts';
import { OrderedSubscription } from '../orders/schemas.ts';
import { viewSubscription } from '../view.ts';
import { ChangeConfirmation, ChangePreview, PreviewRequest } from './schemas.ts';
import type { ChangeService } from './service.ts';
import { viewPreview } from './view.ts';

const id = { aliases: ['subscription_id'], description: 'The subscription.' };

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
      summary: 'Preview a change of plan',
      description:
        'What it would cost and when it would happen; nothing is changed. A plan that costs as much or more: now, and the rest of the period is charged by the second. One that costs less, or another period: with the next period. Never one with a smaller disk.',
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
      summary: 'Change the plan',
      description:
        'As previewed: `expected_amount` is what the preview said, and holds for ten minutes; where it would cost something else, the answer is 409 and nothing is changed. The server is given its new size at once, or with the next period.',
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
