import type { Database } from '../../../kernel/db/database.ts';
import type { Module } from '../../../module.ts';
import { actionResults } from './metrics.ts';
import { migrations } from './migrations.ts';
import { actionRetention } from './retention.ts';
import { actionRoutes } from './routes.ts';
import { createActionService } from './service.ts';
import { queuedActionsLimit } from './store.ts';

export { type ActionKind, type ActionSubject, actionJob, refuseIfCrowded, startAction } from './action-kind.ts';
export { findAction } from './store.ts';

export function actionsModule({ db }: { db: Database }): Module {
  return {
    name: 'actions',
    tag: 'Queued engine work, to be followed to its end.',
    migrations,
    limits: [queuedActionsLimit],
    routes: actionRoutes(createActionService({ db })),
    forgets: actionRetention,
    metrics: [actionResults],
  };
}
