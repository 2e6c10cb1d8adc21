import type { Database } from '../../kernel/db/database.ts';
import { DAY, HOUR } from '../../kernel/time.ts';
import type { Module } from '../../module.ts';
import { migrations } from './migrations.ts';
import { actionRoutes } from './routes.ts';
import { forgetSandboxActions } from './sandbox-store.ts';
import { createActionService } from './service.ts';
import { queuedActionsLimit } from './store.ts';

export { type ActionKind, type ActionSubject, actionJob, refuseIfCrowded, startAction } from './action-kind.ts';
export { findAction } from './store.ts';

const SANDBOX_KEPT_FOR = DAY;
const FORGET_AT_ONCE = 500;

export function actionsModule({ db }: { db: Database }): Module {
  return {
    name: 'actions',
    tag: 'Queued engine work, to be followed to its end.',
    migrations,
    limits: [queuedActionsLimit],
    routes: actionRoutes(createActionService({ db })),
    recurring: [
      {
        name: 'actions.forget-sandbox',
        everyMs: HOUR,
        async run(now) {
          const forget = () => forgetSandboxActions(now - SANDBOX_KEPT_FOR, FORGET_AT_ONCE);
          while ((await db.write(forget)) === FORGET_AT_ONCE);
        },
      },
    ],
  };
}
